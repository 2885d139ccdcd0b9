import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../server/db/schema.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { findStaleParty, findStalePeople, refreshParty, renameDonor } from './people.queries.ts'

/**
 * Accounts of one transaction. A reader never waits for it, and a grant of one of these accounts waits for the milliseconds that it
 * takes.
 */
const accountsAtOnce = 50
const peopleAtOnce = 100
/** Another change of the same person may come between reading and writing. */
const maxAttempts = 5

/**
 * Carries a person's name and address from the realm to their party in each book, and to the accounts that show the name as the
 * donor's. Add it in the transaction that changes `app_user`. It finds done what it did, so it may run again.
 */
export const carryPerson = realmTask(
  'carry-person',
  z.object({ userId: z.uuid() }),
  async ({ userId }, { books, signal }) => {
    for (const { db } of books) await carryToBook(db, userId, signal)
  },
)

/**
 * Finds the people whose parties differ from the realm and carries them. It runs on a schedule, for the case that the program died
 * while a job of the task above was running.
 */
export const carryPeople = realmTask('carry-people', z.object({}), async (_payload, { books, signal }) => {
  for (const { db } of books)
    for (const userId of await findStalePeople(db, peopleAtOnce)) await carryToBook(db, userId, signal)
})

async function carryToBook(db: Kysely<DB>, userId: string, signal: AbortSignal): Promise<void> {
  const formerNames = new Set<string>()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const party = await findStaleParty(db, userId)
    if (!party) return
    // The party keeps its former name until the accounts have the new one, so that a repeated job finds the rest of them.
    formerNames.add(party.name)
    const renaming = {
      partyId: party.party_id,
      formerNames: [...formerNames],
      newName: party.new_name,
    }
    await renameAccounts(db, renaming, signal)
    if (await refreshParty(db, party)) return
    formerNames.add(party.new_name)
  }
  throw new Error(`the data of person ${userId} keep changing`)
}

/** In many short transactions: first the accounts that nobody holds, then the others one by one. */
async function renameAccounts(
  db: Kysely<DB>,
  renaming: Parameters<typeof renameDonor>[1],
  signal: AbortSignal,
): Promise<void> {
  if (renaming.formerNames.every(name => name === renaming.newName)) return
  while ((await renameDonor(db, renaming, { limit: accountsAtOnce, waits: false })) > 0)
    signal.throwIfAborted()
  while ((await renameDonor(db, renaming, { limit: 1, waits: true })) > 0) signal.throwIfAborted()
}
