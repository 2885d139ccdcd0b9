import * as z from 'zod/mini'
import { endpoint, type Reply } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import {
  charityId,
  currency,
  flag,
  isoDate,
  listOf,
  listQuery,
  money,
  wholeNumber,
} from '../../contract/wire.ts'
import { payerKinds } from '../contributions/domain/payer.ts'
import { purposeCodes } from '../grants/domain/purpose.ts'
import { accountingMethods, noncashTypes } from './domain/returns.ts'

/** Who exports reports, and auditors. */
export const yearEndReaders = ['REPORT_EXPORT', 'AUDIT_VIEW'] as const

const access = yearEndReaders
/** The fiscal year that begins in this year; absent: the last one that is over. */
const year = { year: z.optional(wholeNumber(2000, 2199)) }
/** By which method grants count; absent: the client’s. */
const method = { method: z.optional(z.enum(accountingMethods)) }
const records = ['file-exported'] as const

/** Of the donor-advised funds, and of the sponsor’s general fund. */
const byFunds = z.object({ advisedMinor: money, generalMinor: money })
/** By both methods. */
const byMethods = z.object({ cash: byFunds, accrual: byFunds })
const part = z.object({ of: z.int(), done: z.int() })

export const getYearEnd = endpoint({
  method: 'GET',
  path: '/api/year-end',
  summary:
    'Returns the figures of a fiscal year for the sponsor’s return and accounts, by both accounting methods',
  access,
  query: z.object(year),
  reply: z.object({
    currency,
    year: z.int(),
    from: isoDate,
    to: isoDate,
    isOver: z.boolean(),
    /** The years that can be asked for. */
    firstYear: z.int(),
    lastYear: z.int(),
    method: z.enum(accountingMethods),
    return: z.enum(['form-990', 'sorp']),
    sponsor: z.object({ legalName: z.string(), number: z.string() }),
    /** The donor-advised funds at the end of the year. */
    funds: z.int(),
    contributions: byFunds,
    giftAid: byFunds,
    grants: byMethods,
    opening: byFunds,
    closing: byMethods,
    /** Grants of the year by what there was at its beginning, in hundredths of a percent; null where there was nothing. */
    rate: z.object({ cash: z.nullable(z.int()), accrual: z.nullable(z.int()) }),
    /** Contributions of the year with a valid receipt, and payments of grants with a letter to the charity. */
    receipts: part,
    letters: part,
    /** Who is listed by each method, and how many of them are charities and governments by the tax law. */
    grantees: z.object({
      cash: z.object({ charities: z.int(), others: z.int(), amountMinor: money }),
      accrual: z.object({ charities: z.int(), others: z.int(), amountMinor: money }),
    }),
    /** Who gave enough to be listed; of them, who also gave at least 2% of all. */
    contributors: z.object({ listed: z.int(), overShare: z.int(), amountMinor: money }),
    noncash: z.array(z.object({ type: z.enum(noncashTypes), contributions: z.int(), amountMinor: money })),
  }),
})
export type YearEnd = Reply<typeof getYearEnd>

const fund = z.object({
  fundId: z.int(),
  accountName: z.string(),
  isGeneral: z.boolean(),
  /** Whether it is among those at the end of the year. */
  isCounted: z.boolean(),
  openingMinor: money,
  contributionsMinor: money,
  cashMinor: money,
  accrualMinor: money,
  closingMinor: money,
  closingAccrualMinor: money,
  rateCash: z.nullable(z.int()),
  rateAccrual: z.nullable(z.int()),
})
export type YearEndFund = z.output<typeof fund>

export const listYearEndFunds = endpoint({
  method: 'GET',
  path: '/api/year-end/funds',
  summary: 'Lists every fund of a fiscal year with its values, contributions, grants and distribution rate',
  access,
  query: z.object({ ...listQuery, ...year }),
  reply: listOf(fund),
})

export const exportYearEndFunds = endpoint({
  method: 'GET',
  path: '/api/year-end/funds/export',
  summary: 'Exports the funds of a fiscal year as a workbook or as comma-separated values',
  access,
  records,
  query: z.object({ ...exportQuery, ...year }),
  reply: fileReply,
  file: true,
})

const grantee = z.object({
  charityId: z.string(),
  name: z.string(),
  address: z.string(),
  /** Its EIN or charity number. */
  number: z.string(),
  /** `501(c)(3)` or `Government`; empty where neither is known. */
  section: z.string(),
  purposes: z.array(z.enum(purposeCodes)),
  grants: z.int(),
  cashMinor: money,
  accrualMinor: money,
})
export type YearEndGrantee = z.output<typeof grantee>

export const listYearEndGrantees = endpoint({
  method: 'GET',
  path: '/api/year-end/grantees',
  summary:
    'Lists who received enough grants in a fiscal year to be named in the sponsor’s return or accounts',
  access,
  query: z.object({ ...listQuery, ...year, ...method }),
  reply: listOf(grantee),
})

export const exportYearEndGrantees = endpoint({
  method: 'GET',
  path: '/api/year-end/grantees/export',
  summary: 'Exports the grantees of a fiscal year as a workbook or as comma-separated values',
  access,
  records,
  query: z.object({ ...exportQuery, ...year, ...method }),
  reply: fileReply,
  file: true,
})

const contributor = z.object({
  /** Made from name and address; it finds the contributions. */
  contributor: z.string(),
  name: z.string(),
  address: z.string(),
  /** Null where only the donors of the fund are known. */
  kind: z.nullable(z.enum(payerKinds)),
  gifts: z.int(),
  cashMinor: money,
  noncashMinor: money,
  totalMinor: money,
  isOverShare: z.boolean(),
})
export type YearEndContributor = z.output<typeof contributor>

export const listYearEndContributors = endpoint({
  method: 'GET',
  path: '/api/year-end/contributors',
  summary: 'Lists who gave enough in a fiscal year to be named in the sponsor’s return or accounts',
  access,
  query: z.object({ ...listQuery, ...year }),
  reply: listOf(contributor),
})

export const exportYearEndContributors = endpoint({
  method: 'GET',
  path: '/api/year-end/contributors/export',
  summary: 'Exports the contributors of a fiscal year as a workbook or as comma-separated values',
  access,
  records,
  query: z.object({ ...exportQuery, ...year }),
  reply: fileReply,
  file: true,
})

const entry = {
  entryId: z.uuid(),
  transactionId: z.int(),
  effectiveDate: isoDate,
  /** The kind, as statements name it; of a reversal, that of what it reverses. */
  kind: z.string(),
  isReversal: z.boolean(),
}
const grant = z.object({
  ...entry,
  fundId: z.nullable(z.int()),
  accountName: z.nullable(z.string()),
  grantNumber: z.nullable(z.int()),
  charityName: z.nullable(z.string()),
  cashMinor: money,
  accrualMinor: money,
  hasLetter: z.boolean(),
})
export type YearEndGrant = z.output<typeof grant>
const ofCharity = { charityId: z.optional(charityId) }

export const listYearEndGrants = endpoint({
  method: 'GET',
  path: '/api/year-end/grants',
  summary: 'Lists the entries of which the grants of a fiscal year consist',
  access,
  query: z.object({ ...listQuery, ...year, ...ofCharity }),
  reply: listOf(grant),
})

export const exportYearEndGrants = endpoint({
  method: 'GET',
  path: '/api/year-end/grants/export',
  summary: 'Exports the entries of grants of a fiscal year as a workbook or as comma-separated values',
  access,
  records,
  query: z.object({ ...exportQuery, ...year, ...ofCharity }),
  reply: fileReply,
  file: true,
})

const contribution = z.object({
  ...entry,
  fundId: z.int(),
  accountName: z.string(),
  payerName: z.string(),
  amountMinor: money,
  hasReceipt: z.boolean(),
})
export type YearEndContribution = z.output<typeof contribution>
const ofContributor = {
  contributor: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  noncash: z.optional(z.enum(noncashTypes)),
  /** Whether the Gift Aid is listed, in place of what was given. */
  giftAid: z.optional(flag),
}

export const listYearEndContributions = endpoint({
  method: 'GET',
  path: '/api/year-end/contributions',
  summary: 'Lists the entries of which the contributions of a fiscal year consist',
  access,
  query: z.object({ ...listQuery, ...year, ...ofContributor }),
  reply: listOf(contribution),
})

export const exportYearEndContributions = endpoint({
  method: 'GET',
  path: '/api/year-end/contributions/export',
  summary: 'Exports the entries of contributions of a fiscal year as a workbook or as comma-separated values',
  access,
  records,
  query: z.object({ ...exportQuery, ...year, ...ofContributor }),
  reply: fileReply,
  file: true,
})
