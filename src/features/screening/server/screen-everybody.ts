import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfBook } from '../../../clients/clients.ts'
import { sanctionsListsOfBook } from '../../../clients/sanctions-lists.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { DB } from '../../../server/db/schema.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { holdAccountsOfBook } from './hold-accounts.ts'
import { screenSubjects } from './screen-subjects.ts'
import { listUnscreenedOfBook } from './subjects.queries.ts'

/** How many are read at a time: each time asks all who are live, and what was compared is stored in smaller slices. */
const sliceSize = 20_000

/**
 * Compares everybody live in the realm's books with the current lists: all of them after a new version, and who is new or renamed. It
 * continues where it was interrupted. It also holds the accounts that a confirmed person has joined or opened since.
 */
export const screenEverybody = realmTask(
  'screen-everybody',
  z.object({}),
  async (_payload, { books, clock, signal }) => {
    for (const { name, db } of books) await screenBook(db, { book: name, clock, signal })
  },
  { slots: 'long' },
)

export async function screenBook(
  db: Kysely<DB>,
  { book, clock, signal }: { book: string; clock: Clock; signal: AbortSignal },
): Promise<void> {
  await holdAccountsOfBook(db, book, clock)
  const requester = portalOf(clientOfBook(book))
  for (let found = sliceSize; found === sliceSize && !signal.aborted; ) {
    const subjects = await listUnscreenedOfBook(db, sanctionsListsOfBook(book), sliceSize)
    await screenSubjects(db, subjects, { book, at: clock.now(), requester })
    found = subjects.length
  }
}
