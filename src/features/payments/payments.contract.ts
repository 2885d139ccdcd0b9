import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredReason } from '../../contract/required-text.ts'
import {
  command,
  currency,
  isoDate,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../contract/wire.ts'
import { paymentMethods } from '../grants/domain/payment-label.ts'
import { runCommands, runStates } from './domain/payment-run.ts'

const runId = z.uuid()
const paymentId = z.uuid()
const method = z.enum(paymentMethods)
const formats = ['nacha', 'bacs18', 'pain.001', 'cheques'] as const

const run = z.object({
  runId,
  runNumber: z.int(),
  method,
  format: z.enum(formats),
  state: z.enum(runStates),
  paymentOn: isoDate,
  payments: z.int(),
  amountMinor: money,
  currency,
  /** How many cannot be paid, as of the last check. */
  problems: z.int(),
  /** How many have a payee that changed since the approval of their grant, as of the last check. */
  payeesChanged: z.int(),
  /** Of a sent run: how many are recorded as paid, how many of those cleared, and how many were returned. */
  paid: z.int(),
  cleared: z.int(),
  returned: z.int(),
  returnedMinor: money,
  /** Payments that the bank refused: their grants wait for another run. */
  rejected: z.int(),
  rejectedMinor: money,
  createdByName: z.string(),
  createdAt: z.string(),
})
export type Run = z.output<typeof run>

/** What a method's next run would include, and how many runs and grants wait to be approved, or approved to be sent. */
const ready = z.object({
  method,
  grants: z.int(),
  amountMinor: money,
  toApprove: z.object({ runs: z.int(), grants: z.int() }),
  toSend: z.object({ runs: z.int(), grants: z.int() }),
})
export type Ready = z.output<typeof ready>

/** The grants waiting for a run, and the runs of the book, latest first. */
const payments = z.object({
  data: z.array(run),
  meta: z.object({
    total: z.int(),
    next: z.nullable(z.string()),
    currency,
    settings: z.object({ cheques: z.boolean(), format: z.enum(formats), cutoff: z.string() }),
    ready: z.array(ready),
    /** The cheques that are left; null for a book that keeps no stock of them. */
    stock: z.nullable(z.object({ left: z.int(), isLow: z.boolean() })),
  }),
})
export type Payments = z.output<typeof payments>

const event = z.object({
  kind: z.string(),
  actorName: z.string(),
  at: z.string(),
  reason: z.nullable(z.string()),
})

/** Numbers of cheques that follow each other. */
const numberRange = z.object({ first: z.string(), last: z.string() })

export const runDetails = z.object({
  ...run.shape,
  cutoffAt: z.string(),
  /** SHA-256 of the payments, their amounts and what changed about their payees. The approval repeats it. */
  contentHash: z.string(),
  checkedAt: z.string(),
  /** SHA-256 of the file for the bank; null before the approval. */
  fileHash: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  isReleased: z.boolean(),
  /** Of a run that was approved and not sent: how many of its payments cannot be made any more, and the first of them. */
  stopped: z.object({
    payments: z.int(),
    first: z.array(z.object({ grantId: z.string(), transactionId: z.string(), problem: z.string() })),
  }),
  /** Of the refused payments: how many were recorded as paid before, so that donors were told, and how many letters went by mail. */
  rejectedAfterPaid: z.int(),
  rejectedLetters: z.int(),
  /** The numbers of its cheques in their order; none for transfers and before the approval. */
  cheques: z.array(numberRange),
  /** The cheques of this run that replace one which the printer spoiled. */
  reprints: z.array(z.object({ spoiled: z.string(), number: z.string() })),
  /** The number that the next cheque would have; null where numbers come from the stock. */
  nextCheque: z.nullable(z.string()),
  /** Of a run of cheques that awaits approval: how many the stock has left, and the numbers that it would get now. Null without a stock. */
  stock: z.nullable(z.object({ left: z.int(), numbers: z.array(numberRange) })),
  /** How many letters go by mail; the others are printed. */
  mailed: z.int(),
  /** The number of files with letters. */
  letterFiles: z.int(),
  /** The number of files with cheques to print; none before the release, once they were posted, and where the portal prints none. */
  chequeFiles: z.int(),
  events: z.array(event),
  /** For each command that the run's state allows: why the caller may not use it, as a sentence; null if they may. */
  commands: z.partialRecord(z.enum(runCommands), z.nullable(z.string())),
})
export type RunDetails = z.output<typeof runDetails>

const reason = requiredReason

/** The number on the first cheque of a run. The others follow it. */
export const missingFirstCheque = 'Enter the number on the first one'
export const firstCheque = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,11}$/, missingFirstCheque))

/** `keywords`: the number of a run, or the number or charity of a grant in it. */
const runFilter = { keywords: z._default(searchKeywords, '') }

export const listPaymentRuns = endpoint({
  method: 'GET',
  path: '/api/payment-runs',
  summary: 'Lists the payment runs of the book, latest first, and the grants waiting for the next',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...runFilter }),
  reply: payments,
})

export const exportPaymentRuns = endpoint({
  method: 'GET',
  path: '/api/payment-runs/export',
  summary: 'Exports the payment runs as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...runFilter }),
  reply: fileReply,
  file: true,
})

export const createRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs',
  summary: 'Creates a run from the approved grants of a payment method and checks each',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'run-created',
  body: command(z.object({ method, cutoffOn: isoDate })),
  reply: runDetails,
})

export const getPaymentRun = endpoint({
  method: 'GET',
  path: '/api/payment-runs/{runId}',
  summary: 'Returns a payment run: its totals, its history, and what the caller may do',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ runId }),
  reply: runDetails,
})

export const checkRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/check',
  summary: 'Checks each grant of a run again',
  access: 'GRANT_PAY',
  params: z.object({ runId }),
  body: command(z.object({})),
  reply: runDetails,
})

export const removePayments = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/remove',
  summary: 'Removes one grant from a run, or all that cannot be paid; they wait for the next run',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'run-payments-removed',
  params: z.object({ runId }),
  body: command(z.object({ paymentId: z.nullable(paymentId), reason })),
  reply: runDetails,
})

export const approveRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/approve',
  summary:
    'Approves a run after checking each grant, and creates its file and letters; refused to the person who created the run',
  access: 'GRANT_PAY',
  stepUp: true,
  idempotent: true,
  audit: 'run-approved',
  params: z.object({ runId }),
  body: command(
    z.object({
      /** Of a run of cheques: the number on the first. Null where numbers come from the stock. */
      firstCheque: z.nullable(firstCheque),
      /** The run as the approver saw it. A run that has changed since is not approved. */
      contentHash: z.string().check(z.maxLength(64)),
      paymentOn: isoDate,
    }),
  ),
  reply: runDetails,
})

export const withdrawRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/withdraw',
  summary: 'Withdraws the approval of a run that the bank does not have; its file is deleted',
  access: 'GRANT_PAY',
  stepUp: true,
  idempotent: true,
  audit: 'run-withdrawn',
  params: z.object({ runId }),
  body: command(z.object({ reason })),
  reply: runDetails,
})

export const releaseRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/release',
  summary: 'Releases the file of an approved run after a last check of each grant',
  access: 'GRANT_PAY',
  stepUp: true,
  idempotent: true,
  audit: 'run-released',
  params: z.object({ runId }),
  body: command(z.object({})),
  reply: runDetails,
})

export const sendRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/send',
  summary: 'Records that the bank accepted the file, or that the cheques were posted: the grants are paid',
  access: 'GRANT_PAY',
  stepUp: true,
  idempotent: true,
  audit: 'run-sent',
  params: z.object({ runId }),
  body: command(z.object({})),
  reply: runDetails,
})

export const cancelRun = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/cancel',
  summary: 'Cancels a run that is not approved; its grants wait for the next',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'run-cancelled',
  params: z.object({ runId }),
  body: command(z.object({ reason })),
  reply: runDetails,
})

export const downloadRunFile = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/file',
  summary: 'Returns the file for the bank, or the register of the cheques, of a run whose file was released',
  access: 'GRANT_PAY',
  records: ['payment-file-downloaded'],
  // A command, because it needs a step-up: the file names the accounts of charities.
  stepUp: true,
  params: z.object({ runId }),
  reply: fileReply,
  file: true,
})

export const downloadLetters = endpoint({
  method: 'POST',
  path: '/api/payment-runs/{runId}/letters',
  summary:
    'Returns the letters of a run to print, in the order of its payments; for a large run a thousand at a time',
  access: 'GRANT_PAY',
  records: ['payment-letters-downloaded'],
  // A command, because it needs a step-up: the letters name donors and payees.
  stepUp: true,
  params: z.object({ runId }),
  query: z.object({ part: z._default(wholeNumber(1, 1000), 1) }),
  reply: fileReply,
  file: true,
})
