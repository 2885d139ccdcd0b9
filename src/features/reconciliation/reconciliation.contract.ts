import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { amountAboveZero, command, currency, isoDate, money, wholeNumber } from '../../contract/wire.ts'
import { payer } from '../contributions/domain/payer.ts'
import { waitingPosting } from '../posting-requests/waiting-posting.contract.ts'
import { maxMatched, suspenseEnds } from '../suspense/domain/suspense-item.ts'

const itemId = z.uuid()

const bankAccount = z.object({
  /** What staff call it, such as `Contributions`, and its name in addresses. */
  name: z.string(),
  key: z.string(),
  bankCode: z.string(),
  /** The last four characters of its number. */
  numberEnd: z.string(),
  /** The latest statement; null if there is none, or it says no balance. */
  closedOn: z.nullable(isoDate),
  closingMinor: z.nullable(money),
  /** What is missing before the statements of the last year, as sentences. */
  gaps: z.array(z.string()),
  suspense: z.object({ items: z.int(), amountMinor: money }),
  /** The last month that was signed off, null if none was; and the month to sign off next. */
  signedMonth: z.nullable(z.string()),
  nextMonth: z.string(),
  /** Debits that no payment, no run and no person explains. */
  unmatchedDebits: z.object({ lines: z.int(), amountMinor: money }),
})
export type BankAccount = z.output<typeof bankAccount>

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/api/bank-accounts',
  summary:
    'Lists the bank accounts of the book, with their latest statement, what is missing and what no one has matched',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(bankAccount), meta: z.object({ currency }) }),
})

/** A contribution that an item may be, and why. */
const suggestion = z.object({
  contributionNumber: z.int(),
  accountName: z.string(),
  fundId: z.int(),
  amountMinor: z.nullable(money),
  reasons: z.array(z.string()),
  /** The payer’s other credits in suspense, where all of them together have its amount. */
  withItemIds: z.array(itemId),
})

const suspenseItem = z.object({
  itemId,
  accountName: z.string(),
  bookedOn: isoDate,
  /** Its age in days. */
  days: z.int(),
  amountMinor: money,
  /** What the bank wrote, and from whom the money is. */
  detail: z.string(),
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  suggestions: z.array(suggestion),
  /** Debits of other accounts of the book that it may have been. */
  transfers: z.array(z.object({ accountName: z.string(), accountKey: z.string(), on: isoDate })),
  /** The decision about it that waits for a second person; null if none does. */
  postingRequest: z.nullable(waitingPosting),
})
export type SuspenseItem = z.output<typeof suspenseItem>

export const listSuspenseItems = endpoint({
  method: 'GET',
  path: '/api/suspense-items',
  summary:
    'Lists money that a bank credited and no one has matched, oldest first, with contributions that it may be',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ first: z._default(wholeNumber(1, 500), 100) }),
  reply: z.object({
    data: z.array(suspenseItem),
    meta: z.object({
      total: z.int(),
      totalMinor: money,
      currency,
      /** The other books to which money can be sent. */
      books: z.array(z.object({ name: z.string(), title: z.string() })),
      /** Whether the sponsor takes money from individual retirement accounts. */
      takesIra: z.boolean(),
    }),
  }),
})

export const suspenseNote = z.object({ note: requiredMessage('Say what you found out') })

export const noteSuspenseItem = endpoint({
  method: 'POST',
  path: '/api/suspense-items/{itemId}/note',
  summary: 'Notes what was found out about money in suspense; who writes it looks after the item from now on',
  access: 'POSTING_CREATE',
  params: z.object({ itemId }),
  body: command(suspenseNote),
  reply: z.object({ ownerName: z.string(), note: z.string() }),
})

const contributionNumber = z.int().check(z.minimum(1), z.maximum(999_999_999_999))

/**
 * How an item leaves suspense. `matched`: it is a contribution, or several, or one together with other items, by its number and, unless it was received before, the date of the gift and who gave it;
 * `returned`: it goes back to its payer; `transferred`: it belongs to another book; `own`: it is the sponsor’s own money.
 */
export const suspenseDecision = z.object({
  end: z.enum(suspenseEnds, 'Choose what becomes of the money'),
  contributionNumber: z.nullable(contributionNumber),
  /** Other contributions of the same payer that are a part of the money. `contributionNumber` gets the rest. */
  shares: z._default(
    z.array(z.object({ contributionNumber, amountMinor: amountAboveZero })).check(z.maxLength(maxMatched)),
    [],
  ),
  /** Other credits in suspense that are the same contribution, which gets all of them together. */
  otherItemIds: z._default(z.array(itemId).check(z.maxLength(maxMatched)), []),
  giftDate: z.nullable(isoDate),
  /** Absent: the other sponsor that was announced, or else the donors of each account. */
  payer: z.optional(payer),
  toBook: z.nullable(z.string().check(z.maxLength(60))),
  reason: requiredReason,
})
export type SuspenseDecision = z.output<typeof suspenseDecision>

export const endSuspenseItem = endpoint({
  method: 'POST',
  path: '/api/suspense-items/{itemId}/end',
  summary:
    'Credits money in suspense to the funds of announced contributions, or records which received contributions it is, that it is the sponsor’s own, or that it went back to its payer or to another book',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'suspense-ended',
  auditWhenFiled: 'suspense-end-filed',
  params: z.object({ itemId }),
  body: command(suspenseDecision),
  reply: z.object({
    state: z.enum(['open', 'explained', ...suspenseEnds]),
    /** Null if it was done at once. */
    postingRequest: z.nullable(waitingPosting),
  }),
})

/** What the list of commands that wait for a second person says about an item. */
export const filedDecision = z.object({
  ...suspenseDecision.shape,
  detail: z.string(),
  /** The other credits that are the same contribution. */
  others: z._default(z.array(z.object({ detail: z.string(), amountMinor: money })), []),
  /** The accounts of the contributions, as they were called then. */
  accounts: z._default(
    z.array(z.object({ contributionNumber: z.int(), accountName: z.string(), fundId: z.int() })),
    [],
  ),
})
