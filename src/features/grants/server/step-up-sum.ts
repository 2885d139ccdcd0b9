import type { Kysely } from 'kysely'
import { dayMs } from '../../../domain/durations.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { lockRecommender, sumRecommendedSince } from './grants.queries.ts'
import type { StepActor } from './record-history-entry.ts'

/** A book of the client: its database handle and the client's step-up threshold in the book's currency. */
export type BookOfClient = { name: string; db: Kysely<DB>; stepUpFromMinor: bigint }

/** The book of a recommendation and, at a client of two, the other one. */
export type ClientBooks = { own: BookOfClient; other: BookOfClient | null }

/** The period over which a person's recommendations are added up. */
const periodMs = dayMs

/** What was done since then counts. */
export const stepUpSince = (now: Date): Date => new Date(now.getTime() - periodMs)

/** The people whose recommendations are added up: the actor and the person on whose behalf they act. */
const peopleOf = ({ userId, onBehalfOf }: StepActor): string[] =>
  (onBehalfOf === undefined || onBehalfOf === userId ? [userId] : [userId, onBehalfOf]).toSorted()

/**
 * Runs `work` in a transaction of the book that serializes the recommendations of the same people in all of the client's
 * books, so that concurrent requests see each other's amounts. `work` also gets a handle to read the other book. The books'
 * connections are opened in the order of their names, which rules out deadlocks.
 */
export async function withRecommenderLock<T>(
  { own, other }: ClientBooks,
  actor: StepActor,
  work: (trx: Kysely<DB>, otherDb: Kysely<DB> | null) => Promise<T>,
): Promise<T> {
  const lock = async (trx: Kysely<DB>) => {
    for (const userId of peopleOf(actor)) await lockRecommender(trx, userId)
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
 * Whether this amount and the recommendations of the last 24 hours, in all funds of all the client's books, reach the
 * client's step-up threshold. Amounts in two currencies cannot be added, so each book counts as a share of its own
 * threshold. Cancelled and rejected grants count too.
 */
export async function reachesStepUp(
  { own, other }: ClientBooks,
  actor: StepActor,
  amountMinor: bigint,
  now: Date,
): Promise<boolean> {
  const people = peopleOf(actor)
  const since = stepUpSince(now)
  const sumMinor = amountMinor + (await sumRecommendedSince(own.db, people, since))
  if (sumMinor >= own.stepUpFromMinor) return true
  if (other === null) return false
  const otherMinor = await sumRecommendedSince(other.db, people, since)
  // sum / threshold + otherSum / otherThreshold >= 1, without fractions
  const wholeMinor = own.stepUpFromMinor * other.stepUpFromMinor
  return sumMinor * other.stepUpFromMinor + otherMinor * own.stepUpFromMinor >= wholeMinor
}
