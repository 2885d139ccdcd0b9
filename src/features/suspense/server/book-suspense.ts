import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { type Actor, personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { endedSuspensePostings, suspensePostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { itemHasEnded, type SuspenseEnd } from '../domain/suspense-item.ts'
import {
  endItems,
  insertItems,
  insertMatches,
  type LockedItem,
  listUnmatchedCredits,
  lockItem,
  lockItemsOf,
  type Match,
} from './suspense.queries.ts'

type Context = Pick<BaseContext, 'book' | 'today' | 'clock'> & { actor: Actor }

/** Credits that are booked with one statement of SQL. */
const creditsAtOnce = 500

/** Before the first line. */
const noLine = '00000000-0000-0000-0000-000000000000'

/**
 * Books credits of a statement that nothing explains into suspense, each as an entry of its own. `after`: the last line of the call before;
 * null for the first. Returns the last line; null if none is left. The caller holds the lock of the book’s files. The ledger takes no day
 * after today.
 */
export async function bookSuspense(
  trx: Kysely<DB>,
  { bankFileId, after }: { bankFileId: string; after: string | null },
  { book, today, userId }: Pick<Context, 'book' | 'today'> & { userId: string },
): Promise<string | null> {
  const credits = await listUnmatchedCredits(trx, bankFileId, {
    after: after ?? noLine,
    limit: creditsAtOnce,
  })
  const last = credits.at(-1)
  if (!last) return null
  const items = credits.map(({ bank_line_id, amount_minor, booked_on }) => ({
    item_id: randomUUIDv7(),
    entry_id: randomUUIDv7(),
    bank_line_id,
    amount_minor,
    booked_on,
  }))
  await postEntries(
    trx,
    items.map(({ entry_id, amount_minor, booked_on }) => ({
      entryId: entry_id,
      kind: 'suspense_received' as const,
      currency: book.currency,
      effectiveDate: booked_on < today ? booked_on : today,
      postings: suspensePostings(amount_minor),
      actorUserId: userId,
      onBehalfOfUserId: null,
    })),
  )
  await insertItems(
    trx,
    items.map(({ booked_on: _, ...item }) => item),
  )
  return last.bank_line_id
}

/**
 * Takes lines out of suspense that a file explains: it matched them, or named their parts. Throws `conflict` if a person has decided
 * about one of them meanwhile.
 */
export async function releaseExplained(
  trx: Kysely<DB>,
  bankLineIds: readonly string[],
  fileName: string,
  context: Context,
): Promise<void> {
  if (bankLineIds.length === 0) return
  const items = await lockItemsOf(trx, bankLineIds)
  if (items.some(({ state }) => state !== 'open' && state !== 'explained'))
    throw new Problem('conflict', { detail: itemHasEnded })
  await end(
    trx,
    items.filter(({ state }) => state === 'open'),
    { state: 'explained', reason: fileName, matches: [], toBook: null, on: context.today },
    context,
  )
}

type Decision = {
  itemId: string
  end: SuspenseEnd
  reason: string
  /** The contributions that it is, with the part that each of them gets; together the whole amount. */
  matches: readonly Match[]
  toBook: string | null
}

/** Locks an item that is still in suspense. Throws `not-found`, and `conflict` if it has left. */
export async function lockOpenItem(trx: Kysely<DB>, itemId: string): Promise<LockedItem> {
  const item = await lockItem(trx, itemId)
  if (!item) throw new Problem('not-found')
  if (item.state !== 'open') throw new Problem('conflict', { detail: itemHasEnded })
  return item
}

/** Takes an item out of suspense as a person decided. Throws as `lockOpenItem`. */
export async function endSuspense(
  trx: Kysely<DB>,
  { itemId, end: state, ...decision }: Decision,
  context: Context,
): Promise<void> {
  const item = await lockOpenItem(trx, itemId)
  await end(trx, [item], { ...decision, state, on: context.today }, context)
}

type End = {
  state: SuspenseEnd | 'explained'
  reason: string
  matches: readonly Match[]
  toBook: string | null
  on: IsoDate
}

const kinds = {
  explained: 'suspense_matched',
  matched: 'suspense_matched',
  returned: 'suspense_returned',
  transferred: 'suspense_transferred',
  own: 'suspense_own',
} as const

async function end(
  trx: Kysely<DB>,
  items: readonly Pick<LockedItem, 'item_id' | 'amount_minor'>[],
  { state, reason, matches, toBook, on }: End,
  { book, clock, actor }: { book: { currency: Currency } } & Pick<Context, 'clock' | 'actor'>,
): Promise<void> {
  if (items.length === 0) return
  const ended = items.map(({ item_id, amount_minor }) => ({
    item_id,
    amount_minor,
    ending_entry_id: randomUUIDv7(),
  }))
  await postEntries(
    trx,
    ended.map(({ ending_entry_id, amount_minor }) => ({
      entryId: ending_entry_id,
      kind: kinds[state],
      currency: book.currency,
      effectiveDate: on,
      postings: endedSuspensePostings(amount_minor),
      actorUserId: actor.userId,
      onBehalfOfUserId: null,
    })),
  )
  const { userId, name } = personOf(actor)
  await endItems(
    trx,
    ended.map(({ item_id, ending_entry_id }) => ({ item_id, ending_entry_id })),
    {
      state,
      ended_by: userId,
      ended_by_name: name,
      ended_at: clock.now(),
      reason,
      to_book: toBook,
    },
  )
  for (const { item_id } of ended) await insertMatches(trx, item_id, matches)
}
