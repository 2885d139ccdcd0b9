import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { currency, listOf, listQuery, money } from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { rollForwardColumns } from './domain/roll-forward-columns.ts'

/** `2026-10`. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM'))

/** Who closes months, and auditors. */
export const monthEndReaders = ['PERIOD_CLOSE', 'AUDIT_VIEW'] as const

/** The months that are asked for, both included; absent: the last one that is over. */
const range = { from: z.optional(month), to: z.optional(month) }

const trialBalanceRow = z.object({
  month,
  /** The name of the ledger account in the database. */
  ledger: z.string(),
  /** Whether it is one of every fund, added up. */
  isOfFunds: z.boolean(),
  openingMinor: money,
  /** What the postings of the month add up to, and how many they are. */
  changeMinor: money,
  postings: z.int(),
  closingMinor: money,
})
export type TrialBalanceRow = z.output<typeof trialBalanceRow>

export const getTrialBalance = endpoint({
  method: 'GET',
  path: '/api/month-end/trial-balance',
  summary:
    'Returns every ledger account of the book with its balance at the start and at the end of each month',
  access: monthEndReaders,
  query: z.object(range),
  reply: z.object({
    currency,
    /** The months that were asked for, and those that can be: from the first posting to today. */
    from: month,
    to: month,
    first: month,
    last: month,
    data: z.array(trialBalanceRow),
  }),
})

export const exportTrialBalance = endpoint({
  method: 'GET',
  path: '/api/month-end/trial-balance/export',
  summary: 'Exports the trial balance as a workbook or as comma-separated values',
  access: monthEndReaders,
  records: ['file-exported'],
  query: z.object({ format: exportQuery.format, ...range }),
  reply: fileReply,
  file: true,
})

const rollForwardRow = z.object({
  fundId: z.int(),
  accountName: z.string(),
  openingMinor: money,
  changes: z.record(z.enum(keysOf(rollForwardColumns)), money),
  closingMinor: money,
})
export type RollForwardRow = z.output<typeof rollForwardRow>

export const listFundRollForward = endpoint({
  method: 'GET',
  path: '/api/month-end/roll-forward',
  summary:
    'Lists every fund with its balance before some months, what each kind of entry added, and its balance after them',
  access: monthEndReaders,
  query: z.object({ ...listQuery, ...range }),
  reply: listOf(rollForwardRow),
})

export const exportFundRollForward = endpoint({
  method: 'GET',
  path: '/api/month-end/roll-forward/export',
  summary: 'Exports the roll-forward of every fund as a workbook or as comma-separated values',
  access: monthEndReaders,
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...range }),
  reply: fileReply,
  file: true,
})
