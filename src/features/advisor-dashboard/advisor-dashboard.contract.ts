import * as z from 'zod/mini'
import { accountStatuses } from '../../contract/account-overview.contract.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { hasLetterOrNumber, requiredName } from '../../contract/required-text.ts'
import {
  command,
  currency,
  flag,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
} from '../../contract/wire.ts'

const household = z.object({ householdId: z.string(), name: z.string() })

/** An account that the caller looks after. */
const account = z.object({
  id: z.string(),
  fundId: z.int(),
  currency,
  accountName: z.string(),
  accountStatus: z.string(),
  donorName: z.string(),
  household: z.nullable(household),
  balanceMinor: money,
  availableMinor: money,
  /** Of this calendar year. Grants are those paid, as a positive amount. */
  contributionsMinor: money,
  grantsMinor: money,
  pendingMinor: money,
  /** What waits for someone with the caller's permissions on this account: questions and missing funds of grants, documents. */
  waiting: z.int(),
  lastActivityDate: z.nullable(isoDate),
})
export type DashboardAccount = z.output<typeof account>

const filter = {
  /** A part of the account's or donor's name, or the beginning of its number. */
  keywords: z._default(searchKeywords, ''),
  /** A household of the caller's, or `none`. */
  household: z.optional(z.union([z.uuid(), z.literal('none')])),
  status: z.optional(z.enum(accountStatuses)),
  /** Only accounts with waiting items. */
  waiting: z._default(flag, false),
}
export type DashboardFilter = { [Name in keyof typeof filter]: z.output<(typeof filter)[Name]> }

export const listDashboardAccounts = endpoint({
  method: 'GET',
  path: '/api/advisor-dashboard/accounts',
  summary: 'Lists the accounts that the caller looks after as advisor, banker or service team',
  access: 'ADVISOR_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(account),
})

export const exportDashboardAccounts = endpoint({
  method: 'GET',
  path: '/api/advisor-dashboard/accounts/export',
  summary: 'Exports the accounts that the caller looks after as a workbook or as comma-separated values',
  records: ['file-exported'],
  access: 'ADVISOR_DASHBOARD_VIEW',
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

const totals = z.object({
  currency,
  accounts: z.int(),
  balanceMinor: money,
  availableMinor: money,
  contributionsMinor: money,
  grantsMinor: money,
  pendingMinor: money,
  waiting: z.int(),
  /** By how much this year's postings changed the balance. */
  balanceChangeMinor: money,
  /** From the first day of last year to this day of it. */
  contributionsBeforeMinor: money,
  grantsBeforeMinor: money,
})
export type DashboardTotals = z.output<typeof totals>

const ofHousehold = z.object({
  currency,
  /** Null: the accounts without a household. */
  household: z.nullable(household),
  accounts: z.int(),
  balanceMinor: money,
})
export type HouseholdTotal = z.output<typeof ofHousehold>

const ofMonth = z.object({
  currency,
  /** `2026-03` */
  month: z.string(),
  grantsMinor: money,
})
export type MonthTotal = z.output<typeof ofMonth>

const dashboardTotals = z.object({
  totals: z.array(totals),
  /** Largest first. */
  households: z.array(ofHousehold),
  /** The grants paid in each month of this and the last year, oldest first. */
  months: z.array(ofMonth),
})
export type DashboardPictures = z.output<typeof dashboardTotals>

/** Sums of what the filter shows. The rows are asked for by themselves, and shown before these. */
export const getDashboardTotals = endpoint({
  method: 'GET',
  path: '/api/advisor-dashboard/totals',
  summary: 'Returns totals of the accounts that the caller looks after, by currency, household and month',
  access: 'ADVISOR_DASHBOARD_VIEW',
  query: z.object(filter),
  reply: dashboardTotals,
})

/** The caller's households with their number of accounts, by name. */
export const listHouseholds = endpoint({
  method: 'GET',
  path: '/api/households',
  summary: 'Lists the households that the caller created',
  access: 'ADVISOR_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(z.object({ ...household.shape, accounts: z.int() })) }),
})

export const maxHouseholdNameLength = 80
export const householdName = requiredName(maxHouseholdNameLength, 'Enter a name').check(hasLetterOrNumber)

export const createHousehold = endpoint({
  method: 'POST',
  path: '/api/households',
  summary: 'Creates a household of the caller',
  access: 'HOUSEHOLD_EDIT',
  body: command(z.object({ name: householdName })),
  reply: household,
})

const params = z.object({ householdId: z.uuid() })

export const renameHousehold = endpoint({
  method: 'POST',
  path: '/api/households/{householdId}',
  summary: 'Renames a household of the caller; repeating it changes nothing',
  access: 'HOUSEHOLD_EDIT',
  params,
  body: command(z.object({ name: householdName })),
  reply: household,
})

/** Its accounts no longer belong to a household. */
export const deleteHousehold = endpoint({
  method: 'POST',
  path: '/api/households/{householdId}/delete',
  summary: 'Deletes a household of the caller; its accounts stay',
  access: 'HOUSEHOLD_EDIT',
  params,
  body: command(z.object({})),
  reply: z.object({}),
})

const accountOfBook = z.object({ fundId, currency })

const maxAssigned = 1000

/** Puts accounts that the caller looks after into a household, or into none. */
export const assignHousehold = endpoint({
  method: 'POST',
  path: '/api/household-accounts',
  summary: 'Moves accounts to a household of the caller, or to none; repeating it changes nothing',
  access: 'HOUSEHOLD_EDIT',
  body: command(
    z.object({
      householdId: z.nullable(z.uuid()),
      accounts: z.array(accountOfBook).check(z.minLength(1, 'Select an account'), z.maxLength(maxAssigned)),
    }),
  ),
  reply: z.object({ accounts: z.int() }),
})

const sums = {
  beginningMinor: money,
  contributionsMinor: money,
  grantsMinor: money,
  gainsMinor: money,
  otherMinor: money,
  feesMinor: money,
  returnedMinor: money,
  transfersInMinor: money,
  transfersOutMinor: money,
  endingMinor: money,
  pendingMinor: money,
  excludedMinor: money,
  availableMinor: money,
}

const reportRow = z.object({
  id: z.string(),
  fundId: z.int(),
  currency,
  accountName: z.string(),
  donorName: z.string(),
  household: z.nullable(z.string()),
  ...sums,
})
export type ReportRow = z.output<typeof reportRow>
export type ReportSums = Pick<ReportRow, keyof typeof sums>

const reportTotal = z.object({ currency, accounts: z.int(), ...sums })
export type ReportTotal = z.output<typeof reportTotal>

/** What a report is about: chosen accounts, or all that a filter shows. */
const reportAbout = z.object({
  from: isoDate,
  to: isoDate,
  accounts: z.nullable(z.array(accountOfBook).check(z.maxLength(maxAssigned))),
  filter: z.object({
    keywords: searchKeywords,
    household: z.nullable(z.union([z.uuid(), z.literal('none')])),
    status: z.nullable(z.enum(accountStatuses)),
    waiting: z.boolean(),
  }),
})
export type ReportAbout = z.output<typeof reportAbout>

/** A report is a read: it is sent by POST because it can name a thousand accounts. */
export const getActivityReport = endpoint({
  method: 'POST',
  path: '/api/advisor-dashboard/report',
  summary: 'Returns the activity of accounts that the caller looks after over a range of dates',
  access: 'ADVISOR_DASHBOARD_VIEW',
  body: reportAbout,
  reply: z.object({ rows: z.array(reportRow), totals: z.array(reportTotal) }),
  silent: true,
})

export const reportFormats = ['xlsx', 'csv', 'pdf'] as const

export const saveActivityReport = endpoint({
  method: 'POST',
  path: '/api/advisor-dashboard/report/file',
  summary: 'Returns the activity report as a workbook, comma-separated values or a PDF',
  records: ['file-exported'],
  access: 'ADVISOR_DASHBOARD_VIEW',
  body: z.extend(reportAbout, { format: z.enum(reportFormats) }),
  reply: fileReply,
  file: true,
})
