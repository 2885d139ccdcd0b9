import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { receiveByDecision } from '../../contributions/server/receive-contribution.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { postOrFile, requireNoneWaiting } from '../../posting-requests/server/post-or-file.ts'
import { endSuspense, lockOpenItem } from '../../suspense/server/book-suspense.ts'
import { creditWaits } from '../domain/debit-kinds.ts'
import type * as contract from '../reconciliation.contract.ts'
import { filedDecision, type SuspenseDecision } from '../reconciliation.contract.ts'
import { otherBooks } from './other-books.ts'
import {
  findByNumber,
  findItem,
  type NumberedContribution,
  waitsAsTransfer,
} from './reconciliation.queries.ts'

type Context = Pick<PaymentContext, 'db' | 'actor' | 'book' | 'client' | 'clock' | 'today'>

/**
 * Carries out what a person decided about money in suspense, or files it for a second person. Throws `not-found`, `conflict` if the money has
 * left suspense or the contribution has its money already, `validation` for a decision that lacks something, and what `postOrFile` throws.
 */
export async function endSuspenseItem(
  { params: { itemId }, body }: HandlerInput<typeof contract.endSuspenseItem>,
  context: PaymentContext,
): Promise<Reply<typeof contract.endSuspenseItem>> {
  const decision = body.data.attributes
  const item = await findItem(context.db, itemId)
  if (!item) throw new Problem('not-found')
  await postOrFile(
    context,
    {
      kind: 'suspense-item',
      subjectId: itemId,
      accountId: null,
      amountMinor: item.amount_minor,
      input: z.encode(filedDecision, { ...decision, detail: item.detail }),
      reason: decision.reason,
      // Money from an IRA is accepted by a decision, before it is posted.
      takesTwo: decision.end === 'matched' && decision.payer?.kind === 'ira',
    },
    async trx => await carryOut(trx, itemId, decision, context),
  )
  const now = await findItem(context.db, itemId)
  return {
    state: now?.state ?? 'open',
    postingRequest: now?.posting_request ?? null,
  }
}

export const suspensePosting = {
  'suspense-item': {
    carryOut: async (trx, { subject_id: itemId, input }, context) => {
      // Decoding checks what was filed.
      await carryOut(trx, itemId, z.decode(filedDecision, input as never), context)
    },
    detailsOf: ({ input }) => z.encode(filedDecision, z.decode(filedDecision, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

async function carryOut(
  trx: Kysely<DB>,
  itemId: string,
  decision: SuspenseDecision,
  context: Context,
): Promise<void> {
  const item = await lockOpenItem(trx, itemId)
  // After the lock, which a transfer that is filed takes too.
  if (await waitsAsTransfer(trx, itemId)) throw new Problem('conflict', { detail: creditWaits })
  const end = { itemId, end: decision.end, reason: decision.reason, contributionId: null, toBook: null }
  switch (decision.end) {
    case 'returned':
    case 'own':
      return await endSuspense(trx, end, context)
    case 'transferred':
      return await endSuspense(trx, { ...end, toBook: requireBook(decision, context) }, context)
    case 'matched': {
      const contributionId = await receiveInto(trx, item, decision, context)
      return await endSuspense(trx, { ...end, contributionId }, context)
    }
  }
}

function requireBook({ toBook }: SuspenseDecision, { book }: Context): string {
  const found = otherBooks(book).find(({ name }) => name === toBook)
  if (!found) throw fieldProblem('toBook', 'Choose the book')
  return found.name
}

/**
 * Receives the contribution that the item is, with the item's whole amount: what leaves suspense is what the fund gets. A fund has it from the day
 * of the bank on, or from its own first day. One that staff received before the bank's file came is credited already: the item is its money.
 * One about which a command waits is not received here: its payer may be what a second person decides.
 */
async function receiveInto(
  trx: Kysely<DB>,
  item: Awaited<ReturnType<typeof lockOpenItem>>,
  { contributionNumber, giftDate, payer }: SuspenseDecision,
  context: Context,
): Promise<string> {
  if (contributionNumber === null)
    throw fieldProblem('contributionNumber', 'Enter the number of the contribution')
  const contribution = await findByNumber(trx, contributionNumber)
  if (!contribution) throw fieldProblem('contributionNumber', 'There is no contribution with this number')
  const { contribution_id: contributionId, account_id: accountId, kind, entered_on: enteredOn } = contribution
  if (kind === 'securities')
    throw fieldProblem('contributionNumber', 'This contribution is of securities, not of money')
  if (contribution.state === 'received') {
    requireSameMoney(contribution, item, context)
    if (payer !== undefined)
      throw fieldProblem('payer', 'It was received before. Correct its payer on the page Contributions')
    return contributionId
  }
  await requireNoneWaiting(trx, contributionId)
  if (giftDate === null) throw fieldProblem('giftDate', 'Enter the date of the gift')
  const bookedOn = item.booked_on < context.today ? item.booked_on : context.today
  const effectiveDate = bookedOn < enteredOn ? enteredOn : bookedOn
  const received = { amountMinor: item.amount_minor, giftDate, effectiveDate, payer }
  await receiveByDecision(trx, { accountId, contributionId, received }, context)
  return contributionId
}

/** A contribution that was received before has its own money, once. */
function requireSameMoney(
  { received_minor: receivedMinor, is_matched: isMatched }: NumberedContribution,
  { amount_minor: amountMinor }: { amount_minor: bigint },
  { book, client }: Context,
): void {
  if (isMatched)
    throw new Problem('conflict', { detail: 'Another credit of the bank is already this contribution.' })
  if (receivedMinor !== amountMinor)
    throw fieldProblem(
      'contributionNumber',
      `This contribution was received with ${formatMoney(receivedMinor ?? 0n, book.currency, client.locale)}, so this credit is not its money`,
    )
}
