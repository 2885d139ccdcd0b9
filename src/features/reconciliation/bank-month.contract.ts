import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { command, currency, isoDate, listOf, listQuery, money, sha256 } from '../../contract/wire.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { bankItemKinds, bookedKinds, outstandingKinds } from './domain/bank-items.ts'
import { debitKinds } from './domain/debit-kinds.ts'

/** A bank account by its name in the address, such as `contributions`. */
const account = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

const balance = z.nullable(z.object({ on: isoDate, amountMinor: money }))

/** What a month of a bank account is made of. */
export const monthFigures = z.object({
  /** By the bank’s statements. */
  opening: balance,
  closing: balance,
  /** What the statements booked, by what it is for us; debits are negative. */
  booked: z.array(z.object({ kind: z.enum(bookedKinds), items: z.int(), amountMinor: money })),
  /** Closing − opening − booked; null without balances. */
  differenceMinor: z.nullable(money),
  /** What we recorded by the end of the month and its statements do not have; payments are negative. */
  outstanding: z.array(
    z.object({ kind: z.enum(outstandingKinds), items: z.int(), amountMinor: money, oldestOn: isoDate }),
  ),
})
export type MonthFigures = z.output<typeof monthFigures>

const changed = z.object({
  what: z.enum(['opening', 'closing', ...bankItemKinds]),
  beforeMinor: money,
  nowMinor: money,
})

const bankMonth = z.object({
  account: z.object({ key: z.string(), name: z.string(), bankCode: z.string(), numberEnd: z.string() }),
  month,
  currency,
  figures: monthFigures,
  /** Signing the month off requires it, so that nobody signs figures that they have not seen. */
  figuresHash: sha256,
  /** What is missing before statements of the month, as sentences. */
  gaps: z.array(z.string()),
  /** The runs of which the bank has not booked everything, oldest first; at most 100. */
  runs: z.array(
    z.object({
      runId: z.uuid(),
      runNumber: z.int(),
      method: z.enum(['eft', 'cheque']),
      paidOn: isoDate,
      payments: z.int(),
      amountMinor: money,
      days: z.int(),
    }),
  ),
  /** Why it cannot be signed off now, as a sentence; null if it can, or is signed off. */
  refusal: z.nullable(z.string()),
  signed: z.nullable(
    z.object({
      byName: z.string(),
      at: z.string(),
      note: z.nullable(z.string()),
      /** As they were then. */
      figures: monthFigures,
      /** What is different now. */
      changes: z.array(changed),
    }),
  ),
  /** The months before and after it, as far as there are statements; null where there are none. */
  previous: z.nullable(month),
  next: z.nullable(month),
})
export type BankMonth = z.output<typeof bankMonth>

/** A side of a transfer between two accounts of the book. */
const transferSide = z.object({ accountName: z.string(), on: isoDate, detail: z.string() })
export type TransferSide = z.output<typeof transferSide>

/** The other side of such a transfer: of a debit the credit, of a credit the debit. */
const otherSide = z.object({ bankLineId: z.uuid(), ...transferSide.shape })

const item = z.object({
  itemId: z.uuid(),
  kind: z.enum(bankItemKinds),
  on: isoDate,
  /** Its age at the end of the month, in days. */
  days: z.int(),
  amountMinor: money,
  detail: z.string(),
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** What a person noted: of a debit its explanation, of a credit the decision. */
  note: z.nullable(z.string()),
  /** The explanation of a debit that waits for a second person; null if none does. */
  postingRequest: z.nullable(waitingPosting),
  /** Of a debit that a person explained. */
  explanation: z.nullable(z.object({ explanationId: z.uuid(), byName: z.string(), at: z.string() })),
  /** Of a transfer between two accounts of the book that a person has explained with its credit. */
  otherSide: z.nullable(otherSide),
  /** Of a debit to explain: credits of other accounts that it may have become. */
  transfers: z.array(otherSide),
})
export type BankMonthItem = z.output<typeof item>

/**
 * `booked`: what the statements have; `outstanding`: what they do not have; `to-explain`: debits that nobody has explained; `explained`: those
 * that a person has explained.
 */
export const monthViews = ['booked', 'outstanding', 'to-explain', 'explained'] as const
export type MonthView = (typeof monthViews)[number]

const ofMonth = { params: z.object({ account, month }) }
const show = z.optional(z.enum(monthViews))

export const getBankMonth = endpoint({
  method: 'GET',
  path: '/api/bank-accounts/{account}/months/{month}',
  summary:
    'Returns a month of a bank account: what the bank says, what it is for us, and what is outstanding',
  access: 'SUPER_DASHBOARD_VIEW',
  ...ofMonth,
  reply: bankMonth,
})

export const listBankMonthItems = endpoint({
  method: 'GET',
  path: '/api/bank-accounts/{account}/months/{month}/items',
  summary: 'Lists what the bank booked in a month, and what is outstanding at its end',
  access: 'SUPER_DASHBOARD_VIEW',
  ...ofMonth,
  query: z.object({ ...listQuery, show }),
  reply: listOf(item),
})

export const exportBankMonthItems = endpoint({
  method: 'GET',
  path: '/api/bank-accounts/{account}/months/{month}/items/export',
  summary: 'Exports the items of a month as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  ...ofMonth,
  query: z.object({ ...exportQuery, show }),
  reply: fileReply,
  file: true,
})

export const monthNote = z.nullable(requiredMessage('Enter a note, or leave it out'))

export const signBankMonth = endpoint({
  method: 'POST',
  path: '/api/bank-accounts/{account}/months/{month}/sign-off',
  summary: 'Signs off a month of a bank account with the figures that the person saw',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'bank-month-signed',
  ...ofMonth,
  body: command(z.object({ figuresHash: sha256, note: monthNote })),
  reply: bankMonth,
})

export const debitExplanation = z.object({
  kind: z.enum(debitKinds, 'Choose what the debit was'),
  note: requiredMessage('Say what it was, and where the paper is'),
  /** Of a transfer to another account of ours: the credit that it became there, which leaves suspense as our own money. */
  creditLineId: z.nullable(z.uuid()),
})
export type DebitExplanation = z.output<typeof debitExplanation>

export const explainDebit = endpoint({
  method: 'POST',
  path: '/api/bank-lines/{bankLineId}/explain',
  summary: 'Explains a debit that no payment explains, or asks a second person to confirm it',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'bank-debit-explained',
  auditWhenFiled: 'bank-debit-filed',
  params: z.object({ bankLineId: z.uuid() }),
  body: command(debitExplanation),
  reply: z.object({
    kind: z.nullable(z.enum(debitKinds)),
    /** Null if it was done at once. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

export const withdrawalReason = z.object({ reason: requiredReason })

export const withdrawExplanation = endpoint({
  method: 'POST',
  path: '/api/bank-line-explanations/{explanationId}/withdraw',
  summary: 'Withdraws the explanation of a debit, or asks a second person to confirm it',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'bank-debit-withdrawn',
  auditWhenFiled: 'bank-debit-withdrawal-filed',
  params: z.object({ explanationId: z.uuid() }),
  body: command(withdrawalReason),
  reply: z.object({
    isWithdrawn: z.boolean(),
    /** Null if it was done at once. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

/** Both sides of a transfer; null for a debit that is none, and for what was filed before the requests had them. */
const filedSides = z._default(z.nullable(z.object({ debit: transferSide, credit: transferSide })), null)

/** What the list of commands that wait for a second person says about a debit. */
export const filedExplanation = z.object({
  ...debitExplanation.shape,
  detail: z.string(),
  sides: filedSides,
  /** What was filed before migration 0086 has none. */
  creditLineId: z._default(debitExplanation.shape.creditLineId, null),
})

/** The same about an explanation that a person withdraws. */
export const filedWithdrawal = z.object({
  explanationId: z.uuid(),
  detail: z.string(),
  kind: z.enum(debitKinds),
  note: z.string(),
  reason: z.string(),
  sides: filedSides,
})

/** A withdrawal has all that an explanation has, so it comes first. */
export const filedDebit = z.union([filedWithdrawal, filedExplanation])
