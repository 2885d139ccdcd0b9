import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredLine, requiredReason } from '../../contract/required-text.ts'
import {
  command,
  currency,
  fileName,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  sha256,
} from '../../contract/wire.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { divisionKeys } from './domain/division.ts'
import {
  batchFileMaxBytes,
  batchKindNames,
  batchSources,
  batchStatuses,
  lineStates,
} from './domain/posting-batch.ts'

const kind = z.enum(batchKindNames)
const batchId = z.uuid()

/** What staff call a batch. */
export const batchReference = requiredLine(
  120,
  'Enter what this batch is, such as “Gains of the third quarter”',
)

const total = z.object({
  kind,
  lines: z.int(),
  /** What the file says; of other activity with its sign. */
  amountMinor: money,
  /** What would be posted now, without what is left out. */
  postedMinor: money,
  /** The last batch of this kind that was posted, to compare with; null if there is none. */
  last: z.nullable(
    z.object({ batchId, batchNumber: z.int(), reference: z.string(), lines: z.int(), amountMinor: money }),
  ),
})
export type BatchTotal = z.output<typeof total>

export const batchPlan = z.object({
  currency,
  /** The hash of the lines and of what is left out; entering the batch requires it, so that nothing is entered that nobody has seen. */
  planHash: z.string(),
  lines: z.int(),
  totals: z.array(total),
  /** The first 100 lines that cannot be read, and why; a batch with such lines cannot be entered. */
  wrong: z.array(z.object({ line: z.int(), problems: z.array(z.string()) })),
  wrongLines: z.int(),
  /** The first 100 lines that are left out, or posted in part, as things are now. */
  leftOut: z.array(
    z.object({
      line: z.int(),
      fundId: z.int(),
      accountName: z.string(),
      kind,
      amountMinor: money,
      postedMinor: money,
      note: z.string(),
    }),
  ),
  leftOutLines: z.int(),
  /** The first 100 lines that repeat an earlier one: the same account, kind, date and amount. */
  repeated: z.array(z.int()),
  repeatedLines: z.int(),
  /** The first 100 lines of closed months, which would be posted on the first open day and bear both dates. */
  moved: z.array(z.int()),
  movedLines: z.int(),
  /** Null while no month is closed. */
  firstOpenDay: z.nullable(isoDate),
  /** The first 100 lines that an earlier batch has with the same account, kind, date and amount, with its number. */
  earlier: z.array(z.object({ line: z.int(), batchNumber: z.int() })),
  earlierLines: z.int(),
  /** The first and the last day of the lines; null if none can be read. */
  days: z.nullable(z.object({ from: isoDate, to: isoDate })),
  /** What the funds would have available: those that would be below zero first, then the largest changes; at most 100. */
  funds: z.array(
    z.object({ fundId: z.int(), accountName: z.string(), beforeMinor: money, afterMinor: money }),
  ),
  fundCount: z.int(),
  fundsBelowZero: z.int(),
  /** Why the batch cannot be entered, as a sentence; null if it can. */
  refusal: z.nullable(z.string()),
})
export type BatchPlan = z.output<typeof batchPlan>

const batch = z.object({
  batchId,
  batchNumber: z.int(),
  reference: z.string(),
  source: z.enum(batchSources),
  /** Null for a batch that was computed. */
  fileName: z.nullable(z.string()),
  status: z.enum(batchStatuses),
  kinds: z.array(kind),
  lines: z.int(),
  /** The amounts of all lines without their signs. */
  amountMinor: money,
  enteredByName: z.string(),
  enteredAt: z.string(),
  confirmedByName: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  appliedAt: z.nullable(z.string()),
  reversedAt: z.nullable(z.string()),
})
export type PostingBatch = z.output<typeof batch>

/** How a total was divided, as staff entered it. */
export const divisionTerms = z.object({
  totalMinor: money,
  key: z.enum(divisionKeys),
  /** The days of the balances; the same day twice for the balance of a day, null for equal parts. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  withExcludedAssets: z.boolean(),
  fundTypes: z.array(z.string()),
})
export type DivisionTerms = z.output<typeof divisionTerms>

export const batchDetails = z.object({
  ...batch.shape,
  currency,
  postedLines: z.int(),
  leftOutLines: z.int(),
  reversedLines: z.int(),
  totals: z.array(z.omit(total, { last: true })),
  /** Why a second person declined it; null unless it was declined. */
  declineReason: z.nullable(z.string()),
  reversalReason: z.nullable(z.string()),
  reversalConfirmedByName: z.nullable(z.string()),
  /** The entry or the reversal that waits for a second person; null if none does. */
  postingRequest: z.nullable(waitingPosting),
  mayReverse: z.boolean(),
  /** Null for other batches than divisions. */
  division: z.nullable(divisionTerms),
  /** What its lines left owed of fees and two people wrote off since; it ends when the batch is reversed. */
  writtenOff: z.object({ funds: z.int(), amountMinor: money }),
  /** When a line was last posted or reversed, if the batch should go on and does not; null otherwise. */
  stalledSince: z.nullable(z.string()),
})
export type PostingBatchDetails = z.output<typeof batchDetails>

const batchLine = z.object({
  line: z.int(),
  fundId: z.int(),
  accountName: z.string(),
  kind,
  effectiveDate: isoDate,
  amountMinor: money,
  comment: z.nullable(z.string()),
  state: z.enum(lineStates),
  postedMinor: z.nullable(money),
  note: z.nullable(z.string()),
  /** The entry that it posted; null if it posted none. */
  entryId: z.nullable(z.uuid()),
  transactionId: z.nullable(z.int()),
  /** The day of its entry, if it is another one: the first open day, because the month of its own was closed. */
  postedOn: z.nullable(isoDate),
  /** The number of the entry that reversed it. */
  reversalTransactionId: z.nullable(z.int()),
  /** The balance by which the fund got its share of a division; null for other lines. */
  basisMinor: z.nullable(money),
  /** The part of a fee that earlier batches left waiting; negative where they charged too much. */
  arrearsMinor: money,
})
export type PostingBatchLine = z.output<typeof batchLine>

/** What the list of commands that wait for a second person says about a batch. */
export const batchOfRequest = z.object({ batchNumber: z.int(), reference: z.string(), lines: z.int() })

const batchFilter = {
  keywords: z._default(searchKeywords, ''),
  source: z.optional(z.enum(batchSources)),
}

export const listPostingBatches = endpoint({
  method: 'GET',
  path: '/api/posting-batches',
  summary: 'Lists the batches of gains, losses, income, fees and corrections, latest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...batchFilter }),
  reply: listOf(batch),
})

export const exportPostingBatches = endpoint({
  method: 'GET',
  path: '/api/posting-batches/export',
  summary: 'Exports the batches as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...batchFilter }),
  reply: fileReply,
  file: true,
})

export const downloadBatchTemplate = endpoint({
  method: 'GET',
  path: '/api/posting-batches/template',
  summary: 'Returns an empty file with the headings of a batch',
  access: 'POSTING_CREATE',
  query: z.object({ format: exportQuery.format }),
  reply: fileReply,
  file: true,
})

export const checkPostingBatch = endpoint({
  method: 'POST',
  path: '/api/posting-batches/check',
  summary: 'Reads a file of postings and returns what it would do to which funds; nothing is stored',
  access: 'POSTING_CREATE',
  upload: { maxBytes: batchFileMaxBytes },
  query: z.object({ name: fileName }),
  reply: batchPlan,
  silent: true,
})

export const enterPostingBatch = endpoint({
  method: 'POST',
  path: '/api/posting-batches',
  summary:
    'Enters a file of postings that was checked; a second person confirms it before anything is posted',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-batch-entered',
  upload: { maxBytes: batchFileMaxBytes },
  query: z.object({ name: fileName, reference: batchReference, planHash: sha256 }),
  reply: batchDetails,
})

export const getPostingBatch = endpoint({
  method: 'GET',
  path: '/api/posting-batches/{batchId}',
  summary: 'Returns a batch with its sums',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ batchId }),
  reply: batchDetails,
})

const lineFilter = {
  /** A part of the account's name, or its number. */
  keywords: z._default(searchKeywords, ''),
  state: z.optional(z.enum(lineStates)),
}

export const listPostingBatchLines = endpoint({
  method: 'GET',
  path: '/api/posting-batches/{batchId}/lines',
  summary: 'Lists the lines of a batch with what became of each, in the order of the file',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ batchId }),
  query: z.object({ ...listQuery, ...lineFilter }),
  reply: listOf(batchLine),
})

export const exportPostingBatchLines = endpoint({
  method: 'GET',
  path: '/api/posting-batches/{batchId}/lines/export',
  summary: 'Exports the lines of a batch as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  params: z.object({ batchId }),
  query: z.object({ ...exportQuery, ...lineFilter }),
  reply: fileReply,
  file: true,
})

export const reversePostingBatch = endpoint({
  method: 'POST',
  path: '/api/posting-batches/{batchId}/reverse',
  summary: 'Asks a second person to reverse all entries of a batch; donors read the reason beside each',
  access: 'POSTING_REVERSE',
  idempotent: true,
  audit: 'posting-batch-reversal-requested',
  params: z.object({ batchId }),
  body: command(z.object({ reason: requiredReason })),
  reply: batchDetails,
})

export const continuePostingBatch = endpoint({
  method: 'POST',
  path: '/api/posting-batches/{batchId}/continue',
  summary: 'Lets a batch go on whose job was given up; lines that were posted stay as they are',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-batch-continued',
  params: z.object({ batchId }),
  body: command(z.object({})),
  reply: batchDetails,
})
