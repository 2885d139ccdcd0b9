import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { currency, money, sha256 } from '../../contract/wire.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'

export const bankFileFormats = [
  'nacha',
  'camt.052',
  'camt.053',
  'camt.054',
  'pain.002',
  'arucs',
  'awacs',
  'bai2',
  'csv',
] as const
const format = z.enum(bankFileFormats)

const line = z.object({
  line: z.int(),
  /**
   * `rejected`: the bank refused the payment, and its grant waits for the next run; `ask`: it does nothing unless it is confirmed; `booked`: the
   * same movement was in an earlier file; `done`: nothing is left to do; `unknown`: not one of our payments; `refused`: it cannot be applied,
   * and `sentence` says why.
   */
  effect: z.enum([
    'cleared',
    'returned',
    'rejected',
    'change',
    'ask',
    'none',
    'booked',
    'done',
    'unknown',
    'refused',
  ]),
  reference: z.nullable(z.string()),
  grantId: z.nullable(z.uuid()),
  charityName: z.nullable(z.string()),
  amountMinor: z.nullable(money),
  sentence: z.string(),
  /** What a person confirms about the line, whether they did or not; null where nothing is asked. */
  question: z.nullable(z.string()),
  isConfirmed: z.boolean(),
})
export type BankFileLine = z.output<typeof line>

const payments = z.object({ payments: z.int(), amountMinor: money })

/** What a file does, by kinds and sums. */
export const filePlanSummary = z.object({
  cleared: payments,
  returned: payments,
  /** Payments that the bank refused, and the runs of which it refused all. */
  rejected: payments,
  rejectedRuns: z.array(z.object({ runId: z.uuid(), runNumber: z.int() })),
  /** Notices of change that no earlier file has. */
  changes: z.int(),
  /** Lines that do nothing unless they are confirmed. */
  toDecide: z.int(),
})
export type FilePlanSummary = z.output<typeof filePlanSummary>

const plan = z.object({
  format,
  currency,
  /** The hash of the changes; applying the file requires it, so that nothing is applied that nobody has checked. */
  planHash: z.string(),
  /** When the same file was applied, and by whom; null if never. */
  appliedAt: z.nullable(z.string()),
  appliedByName: z.nullable(z.string()),
  ...filePlanSummary.shape,
  /** What became of the notices, once the file is applied: proposals of bank details, and those that wait for a person. Null in a preview. */
  notices: z.nullable(z.object({ proposed: z.int(), toReview: z.int() })),
  /** Movements of the account that no earlier file has. */
  newLines: z.int(),
  /** Statements that no earlier file has. */
  newStatements: z.int(),
  /** What is missing before a statement of the file, as sentences. */
  gaps: z.array(z.string()),
  /** The first 500; those with an effect and those that cannot be applied come first. */
  lines: z.array(line),
  otherLines: z.int(),
  /** The application of this file that waits for a second person; null if none does. */
  postingRequest: z.nullable(waitingPosting),
})
export type BankFilePlan = z.output<typeof plan>

/** A file that waits for a second person: what the first one saw and answered. */
export const filedBankFile = z.object({
  planHash: sha256,
  confirmed: z.string(),
  summary: filePlanSummary,
})

/** What the list of commands that wait for a second person says about a bank file: what the first one saw. */
export const filedFileDetails = z.object({ fileName: z.string(), format, summary: filePlanSummary })

export const bankFileMaxBytes = 40_000_000
const name = z.string().check(z.minLength(1), z.maxLength(200))
/** The lines that a person confirmed: `3,17`. */
const confirmed = z._default(z.string().check(z.maxLength(4000), z.regex(/^(\d{1,6}(,\d{1,6})*)?$/)), '')

export const checkBankFile = endpoint({
  method: 'POST',
  path: '/api/bank-files/check',
  summary:
    'Reads a bank file (NACHA returns, camt.052 to camt.054, BAI2, comma-separated values, pain.002, ARUCS, AWACS) and returns what it would change; nothing is changed',
  access: 'GRANT_PAY',
  upload: { maxBytes: bankFileMaxBytes },
  query: z.object({ name, confirmed }),
  reply: plan,
  silent: true,
})

export const applyBankFile = endpoint({
  method: 'POST',
  path: '/api/bank-files',
  summary:
    'Applies a file that was checked, with the answers about its lines, or files this for a second person; nothing is applied twice',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'bank-file-applied',
  auditWhenFiled: 'bank-file-filed',
  upload: { maxBytes: bankFileMaxBytes },
  query: z.object({ name, planHash: sha256, confirmed }),
  reply: plan,
})

export const getWaitingBankFile = endpoint({
  method: 'GET',
  path: '/api/bank-files/{bankFileId}',
  summary:
    'Returns what a bank file would change that waits for a second person, line by line, with the state of now',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ bankFileId: z.uuid() }),
  reply: z.object({
    fileName: z.string(),
    /** Null if the file no longer waits. */
    plan: z.nullable(plan),
    /** Whether it would do something else than the person saw who entered it; it cannot be confirmed then. */
    isChanged: z.boolean(),
  }),
})

const appliedFile = z.object({
  bankFileId: z.uuid(),
  fileName: z.string(),
  format,
  appliedAt: z.string(),
  appliedByName: z.string(),
  /** Who entered a file that a second person confirmed; null where one person applied it. */
  enteredByName: z.nullable(z.string()),
  /** Lines that clear or return, how many of them are done, and those that could not be applied after all, with the reason. */
  lines: z.int(),
  done: z.int(),
  failures: z.array(z.object({ grantId: z.uuid(), reference: z.string(), sentence: z.string() })),
})
export type AppliedFile = z.output<typeof appliedFile>

export const listBankFiles = endpoint({
  method: 'GET',
  path: '/api/bank-files',
  summary: 'Lists the latest bank files that were applied, and their lines that could not be applied',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(appliedFile) }),
})
