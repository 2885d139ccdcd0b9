import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { receiveByDecision } from '../../contributions/server/receive-contribution.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { postOrFile, requireNoneWaiting } from '../../posting-requests/server/post-or-file.ts'
import { endSuspense, lockOpenItem } from '../../suspense/server/book-suspense.ts'
import type { LockedItem, Match } from '../../suspense/server/suspense.queries.ts'
import { creditWaits } from '../domain/debit-kinds.ts'
import type * as contract from '../reconciliation.contract.ts'
import { filedDecision, type SuspenseDecision } from '../reconciliation.contract.ts'
import { otherBooks } from './other-books.ts'
import {
  accountsOfContributions,
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
  const others = await findOthers(context.db, itemId, decision)
  const numbers = [decision.contributionNumber, ...decision.shares.map(share => share.contributionNumber)]
  const accounts = await accountsOfContributions(
    context.db,
    numbers.filter(number => number !== null),
  )
  await postOrFile(
    context,
    {
      kind: 'suspense-item',
      subjectId: itemId,
      accountId: null,
      amountMinor: sumOf([item, ...others]),
      input: z.encode(filedDecision, {
        ...decision,
        detail: item.detail,
        accounts,
        others: others.map(({ detail, amount_minor: amountMinor }) => ({ detail, amountMinor })),
      }),
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

const sumOf = (items: readonly { amount_minor: bigint }[]): bigint =>
  items.reduce((sum, { amount_minor: minor }) => sum + minor, 0n)

/** The other credits that a decision is about. */
async function findOthers(
  db: Kysely<DB>,
  itemId: string,
  { end, otherItemIds, shares }: SuspenseDecision,
): Promise<NonNullable<Awaited<ReturnType<typeof findItem>>>[]> {
  if (otherItemIds.length === 0) return []
  if (end !== 'matched' || shares.length > 0)
    throw fieldProblem('otherItemIds', 'Several credits can only be one contribution')
  if (new Set([itemId, ...otherItemIds]).size <= otherItemIds.length)
    throw fieldProblem('otherItemIds', 'Choose each credit once')
  const others = []
  for (const id of otherItemIds) {
    const found = await findItem(db, id)
    if (!found) throw fieldProblem('otherItemIds', 'Choose credits that are in suspense')
    others.push(found)
  }
  return others
}

async function carryOut(
  trx: Kysely<DB>,
  itemId: string,
  decision: SuspenseDecision,
  context: Context,
): Promise<void> {
  const items = []
  // In one order, so that two people who decide about the same credits do not wait for each other.
  for (const id of [itemId, ...decision.otherItemIds].toSorted()) {
    if (id !== itemId) await requireNoneWaiting(trx, id)
    items.push(await lockOpenItem(trx, id))
    // After the lock, which a transfer that is filed takes too.
    if (await waitsAsTransfer(trx, id)) throw new Problem('conflict', { detail: creditWaits })
  }
  const end = { itemId, end: decision.end, reason: decision.reason, matches: [], toBook: null }
  switch (decision.end) {
    case 'returned':
    case 'own':
      return await endSuspense(trx, end, context)
    case 'transferred':
      return await endSuspense(trx, { ...end, toBook: requireBook(decision, context) }, context)
    case 'matched': {
      const gifts = await receiveInto(trx, items, decision, context)
      const [first] = gifts
      for (const { item_id, amount_minor: amountMinor } of items) {
        // Several credits are one contribution, which has all of each.
        const matches = items.length > 1 && first ? [{ ...first, amountMinor }] : gifts
        await endSuspense(trx, { ...end, itemId: item_id, matches }, context)
      }
    }
  }
}

function requireBook({ toBook }: SuspenseDecision, { book }: Context): string {
  const found = otherBooks(book).find(({ name }) => name === toBook)
  if (!found) throw fieldProblem('toBook', 'Choose the book')
  return found.name
}

type Part = { contributionNumber: number; amountMinor: bigint; field: string }

/** The contributions that share an amount: the first gets what the others leave. */
function partsOf({ contributionNumber, shares }: SuspenseDecision, amountMinor: bigint): Part[] {
  if (contributionNumber === null)
    throw fieldProblem('contributionNumber', 'Enter the number of the contribution')
  const restMinor = shares.reduce((rest, share) => rest - share.amountMinor, amountMinor)
  if (restMinor <= 0n) throw fieldProblem('shares', 'The parts are more than the bank credited')
  if (new Set([contributionNumber, ...shares.map(share => share.contributionNumber)]).size <= shares.length)
    throw fieldProblem('shares', 'Enter each contribution once')
  return [
    { contributionNumber, amountMinor: restMinor, field: 'contributionNumber' },
    ...shares.map((share, index) => ({ ...share, field: `shares.${index}.contributionNumber` })),
  ]
}

/**
 * Receives the contributions that the items are, with their whole amount: what leaves suspense is what the funds get. A fund has it from the day
 * of the bank on, or from its own first day. One that staff received before the bank's file came is credited already: the item is its money.
 * One about which a command waits is not received here: its payer may be what a second person decides.
 */
async function receiveInto(
  trx: Kysely<DB>,
  items: readonly LockedItem[],
  decision: SuspenseDecision,
  context: Context,
): Promise<Match[]> {
  const parts = partsOf(decision, sumOf(items))
  const found: NumberedContribution[] = []
  for (const part of parts) found.push(await requireMoneyGift(trx, part))
  // Before their contributions, as each transaction that posts to an account.
  await lockAccountRows(
    trx,
    found.map(({ account_id }) => account_id),
  )
  const bookedOn = items.reduce<IsoDate>(
    (last, { booked_on }) => (booked_on > last ? booked_on : last),
    items[0]?.booked_on ?? context.today,
  )
  const gifts: Match[] = []
  for (const part of parts) gifts.push(await receivePart(trx, part, { bookedOn, decision }, context))
  return gifts
}

async function requireMoneyGift(
  trx: Kysely<DB>,
  { contributionNumber, field }: Part,
): Promise<NumberedContribution> {
  const contribution = await findByNumber(trx, contributionNumber)
  if (!contribution) throw fieldProblem(field, 'There is no contribution with this number')
  if (contribution.kind === 'securities')
    throw fieldProblem(field, 'This contribution is of securities, not of money')
  return contribution
}

async function receivePart(
  trx: Kysely<DB>,
  part: Part,
  { bookedOn, decision }: { bookedOn: IsoDate; decision: SuspenseDecision },
  context: Context,
): Promise<Match> {
  // Read again after the lock.
  const contribution = await requireMoneyGift(trx, part)
  const { contribution_id: contributionId, account_id: accountId, entered_on: enteredOn } = contribution
  const { giftDate, payer } = decision
  const { amountMinor } = part
  if (contribution.state === 'received') {
    requireSameMoney(contribution, part, context)
    if (payer !== undefined)
      throw fieldProblem('payer', 'It was received before. Correct its payer on the page Contributions')
    return { contributionId, amountMinor }
  }
  await requireNoneWaiting(trx, contributionId)
  if (giftDate === null) throw fieldProblem('giftDate', 'Enter the date of the gift')
  const onDay = bookedOn < context.today ? bookedOn : context.today
  const effectiveDate = onDay < enteredOn ? enteredOn : onDay
  const received = { amountMinor, giftDate, effectiveDate, payer }
  await receiveByDecision(trx, { accountId, contributionId, received }, context)
  return { contributionId, amountMinor }
}

/** A contribution that was received before has its own money, once. */
function requireSameMoney(
  { received_minor: receivedMinor, is_matched: isMatched }: NumberedContribution,
  { amountMinor, field }: Part,
  { book, client }: Context,
): void {
  if (isMatched)
    throw new Problem('conflict', { detail: 'Another credit of the bank is already this contribution.' })
  if (receivedMinor !== amountMinor)
    throw fieldProblem(
      field,
      `This contribution was received with ${formatMoney(receivedMinor ?? 0n, book.currency, client.locale)}, so this is not its money`,
    )
}
