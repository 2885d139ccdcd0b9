import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { StepActor } from './record-history-entry.ts'

/** A book of the client: its handle and the client's threshold in the book's currency. */
export type BookOfClient = { name: string; db: Kysely<DB>; stepUpFromMinor: bigint }

/** The book of a recommendation and, at a client of two, the other one. */
export type ClientBooks = { own: BookOfClient; other: BookOfClient | null }

/** How far back a person's recommendations are added up. */
const addedUpMs = 24 * 60 * 60 * 1000

/** The people whose recommendations are added up: the person who acts and the one on whose behalf. */
const peopleOf = ({ userId, onBehalfOf }: StepActor): string[] =>
  (onBehalfOf === undefined || onBehalfOf === userId ? [userId] : [userId, onBehalfOf]).toSorted()

const lockPerson = statement<unknown, [userId: string]>(
  `select pg_advisory_xact_lock(hashtextextended('recommends:' || $1, 0))`,
)

/**
 * Runs `work` in a transaction of the book while no other recommendation of the same people is under way in any of the client's
 * books: of several at once, each sees the ones before it. `work` also gets the handle to read the other book with. The books'
 * connections are taken in the order of their names, so that two requests never wait for each other's.
 */
export async function recommendingAlone<T>(
  { own, other }: ClientBooks,
  actor: StepActor,
  work: (trx: Kysely<DB>, otherDb: Kysely<DB> | null) => Promise<T>,
): Promise<T> {
  const lock = async (trx: Kysely<DB>) => {
    for (const person of peopleOf(actor)) await lockPerson(trx, person)
  }
  if (other === null || own.name < other.name)
    return await inTransaction(own.db, async trx => {
      await lock(trx)
      return await work(trx, other?.db ?? null)
    })
  return await other.db.transaction().execute(async otherTrx => {
    await lock(otherTrx)
    return await inTransaction(own.db, async trx => await work(trx, otherTrx))
  })
}

/**
 * Whether these people reach the client's threshold with this amount and what they recommended within the last 24 hours, in all
 * funds of all the client's books. Each book counts as a share of its own threshold, since amounts in two currencies
 * cannot be added. A grant counts whatever became of it.
 */
export async function reachesStepUp(
  { own, other }: ClientBooks,
  actor: StepActor,
  amountMinor: bigint,
  now: Date,
): Promise<boolean> {
  const sumMinor = amountMinor + (await recommendedSince(own.db, actor, now))
  if (sumMinor >= own.stepUpFromMinor) return true
  if (other === null) return false
  const otherMinor = await recommendedSince(other.db, actor, now)
  const whole = own.stepUpFromMinor * other.stepUpFromMinor
  return sumMinor * other.stepUpFromMinor + otherMinor * own.stepUpFromMinor >= whole
}

async function recommendedSince(db: Kysely<DB>, actor: StepActor, now: Date): Promise<bigint> {
  const people = peopleOf(actor)
  const since = new Date(now.getTime() - addedUpMs)
  const found = await sql<{ sum_minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum_minor from grant_recommendation
    where created_at > ${since}
      and (recommended_by = any(${people}::uuid[]) or on_behalf_of = any(${people}::uuid[]))`.execute(db)
  return found.rows[0]?.sum_minor ?? 0n
}
