import type { Kysely } from 'kysely'
import type { SmallestTeam } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { endRealmAccess } from './end-realm-access.ts'
import { type BookOfPerson, endRelationshipsIn, requireOtherDonors } from './end-relationships.ts'
import { findBoth, operatorOfCommand } from './find-operator.ts'
import { Refused } from './operator.ts'
import {
  type RightOfStaff,
  rightsOfStaff,
  type WaitingWork,
  waitingInBook,
  waitingInRealm,
} from './staff.queries.ts'
import { shortfalls } from './team.ts'

/** `userId` and `by` are user IDs: of the person who leaves, and of the one who is recorded. */
type Leaving = { userId: string; by: string; reason: string; smallestTeam: SmallestTeam; now: Date }

export type EndedAccess = {
  name: string
  sessions: number
  relationships: number
  /** What the person filed that waits for a second person, or had claimed. */
  waiting: (WaitingWork & { where: string })[]
  /** What the team lacks now, as sentences: a leaver is out even where the client asks for more people. */
  missing: string[]
}

/**
 * Ends all access of a person who leaves, for a command: first in the realm, in one transaction, then each relationship, in one of its
 * account. A repeat does what is left and changes nothing else. Throws `Refused` for the last donor of an account, and for a person who
 * ends their own access.
 */
export async function endAccess(
  { realmDb, books }: { realmDb: Kysely<DB>; books: readonly BookOfPerson[] },
  about: Leaving,
): Promise<EndedAccess> {
  const { reason, smallestTeam, now } = about
  const { person, operator: found } = await findBoth(realmDb, about, now)
  const { userId, name } = person
  const operator = operatorOfCommand(found, 'end-access')
  if (userId === operator.userId)
    throw new Refused('No one ends their own access: --by must name another person who manages users.')
  await requireOtherDonors(books, person)
  const isTaken = (right: RightOfStaff) => right.userId === userId
  const missing = shortfalls(await rightsOfStaff(realmDb, now), smallestTeam, isTaken)
  const team = { smallestTeam, acceptsSmallerTeam: true }
  const sessions = await realmDb
    .transaction()
    .execute(async trx => await endRealmAccess(trx, operator, { userId, reason, team }, now))
  let relationships = 0
  for (const book of books) relationships += await endRelationshipsIn(book, { userId, operator, at: now })
  const waiting = await waitingFor({ realmDb, books, now }, userId)
  return { name, sessions, relationships, waiting, missing }
}

type WhereWorkWaits = { realmDb: Kysely<DB>; books: readonly BookOfPerson[]; now: Date }

/** What a person filed that waits for a second person, or had claimed, in the realm and in each book. */
export async function waitingFor(
  { realmDb, books, now }: WhereWorkWaits,
  userId: string,
): Promise<(WaitingWork & { where: string })[]> {
  const waiting = (await waitingInRealm(realmDb, userId, now)).map(work => ({ ...work, where: 'all books' }))
  for (const { name, db } of books)
    for (const work of await waitingInBook(db, userId)) waiting.push({ ...work, where: name })
  return waiting
}

/** The same as the portal shows it: each kind once, over the books that the client shows. */
export async function waitingShown(where: WhereWorkWaits, userId: string): Promise<WaitingWork[]> {
  const counts = new Map<string, number>()
  for (const { what, count } of await waitingFor(where, userId))
    counts.set(what, (counts.get(what) ?? 0) + count)
  return [...counts].map(([what, count]) => ({ what, count }))
}
