import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import { dayMs } from '../../../domain/durations.ts'
import { reachesThreshold } from '../../../domain/reaches-threshold.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { lockRecommenders, lockRecommendersAndFund, sumRecommendedSince } from './grants.queries.ts'
import type { StepActor } from './record-history-entry.ts'

/** A book of the client: its database handle and the client's step-up threshold in the book's currency. */
export type BookOfClient = { name: string; db: Kysely<DB>; stepUpFromMinor: bigint }

/** The book of a recommendation and, at a client of two, the other one. */
export type ClientBooks = { own: BookOfClient; other: BookOfClient | null }

/** `db`: of the book; `otherBook`: as the context of the request has it. */
export const booksOf = (
  db: Kysely<DB>,
  { client, book, otherBook }: { client: Client; book: Book; otherBook: BookOfClient | null },
): ClientBooks => ({
  own: { name: book.name, db, stepUpFromMinor: client.stepUpFromMinor },
  other: otherBook,
})

/** The period over which a person's recommendations are added up. */
const periodMs = dayMs

/** What was done since then counts. */
export const stepUpSince = (now: Date): Date => new Date(now.getTime() - periodMs)

/** The people whose recommendations are added up: the actor and the person on whose behalf they act. */
const peopleOf = ({ userId, onBehalfOf }: StepActor): string[] =>
  (onBehalfOf === undefined || onBehalfOf === userId ? [userId] : [userId, onBehalfOf]).toSorted()

/** `books`: the client's books with handles that see the amounts of concurrent requests. */
type Locked = { trx: Kysely<DB>; books: ClientBooks; fundStatus: string }

/**
 * Runs `work` in a transaction of the book that holds the lock of the fund, and serializes the recommendations of the same people in
 * all of the client's books, so that concurrent requests see each other's amounts. The books' connections are opened in the order of
 * their names, which rules out deadlocks. Throws `not-found` for an unknown fund.
 */
export async function withRecommenderLock<T>(
  { own, other }: ClientBooks,
  actor: StepActor,
  accountId: string,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const people = peopleOf(actor)
  const inOwn = async (otherDb: Kysely<DB> | null, toLock: readonly string[]) =>
    await inTransaction(own.db, async trx => {
      const [fund] = await lockRecommendersAndFund(trx, toLock, accountId)
      if (!fund) throw new Problem('not-found')
      const books = { own: { ...own, db: trx }, other: other && otherDb && { ...other, db: otherDb } }
      return await work({ trx, books, fundStatus: fund.account_status })
    })
  if (other === null || own.name < other.name) return await inOwn(other?.db ?? null, people)
  return await other.db.transaction().execute(async otherTrx => {
    await lockRecommenders(otherTrx, people)
    return await inOwn(otherTrx, [])
  })
}

/** The people whose recommendations are added up, and since when. */
export const stepUpPeriod = (actor: StepActor, now: Date) => ({
  people: peopleOf(actor),
  since: stepUpSince(now),
})

/**
 * Whether this amount and the recommendations of the last 24 hours, in all funds of all the client's books, reach the
 * client's step-up threshold, each book by its share (src/domain/reaches-threshold.ts). Cancelled and rejected grants count too.
 * `recommendedMinor`: the sum in the own book, if it has been read.
 */
export async function reachesStepUp(
  { own, other }: ClientBooks,
  { people, since }: ReturnType<typeof stepUpPeriod>,
  amountMinor: bigint,
  recommendedMinor?: bigint,
): Promise<boolean> {
  const sumMinor = amountMinor + (recommendedMinor ?? (await sumRecommendedSince(own.db, people, since)))
  const ofOther = other && {
    amountMinor: await sumRecommendedSince(other.db, people, since),
    thresholdMinor: other.stepUpFromMinor,
  }
  return reachesThreshold({ amountMinor: sumMinor, thresholdMinor: own.stepUpFromMinor }, ofOther)
}
