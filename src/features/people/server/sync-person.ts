import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../server/db/schema.ts'
import { realmTask, task } from '../../../server/jobs/task.ts'
import { renameDonors } from '../../accounts/server/donor-names.queries.ts'
import { findStaleParty, findStalePeople, refreshParty } from './people.queries.ts'

/**
 * Accounts of one transaction. A reader never waits for it, and a grant of one of these accounts waits for the milliseconds that it
 * takes.
 */
const accountsAtOnce = 50
const peopleAtOnce = 100
/** Another change of the same person may come between reading and writing. */
const maxAttempts = 5

/**
 * Copies a person's name and address from the realm to their party in each book, and to the accounts of which they are a donor. Add it in the transaction that changes `app_user`. It is idempotent.
 */
export const syncPerson = realmTask(
  'sync-person',
  z.object({ userId: z.uuid() }),
  async ({ userId }, { books, signal }) => {
    for (const { db } of books) await syncToBook(db, userId, signal)
  },
)

/**
 * Finds the people whose parties differ from the realm and updates them. It runs on a schedule, in case the program crashed
 * while a job of the task above was running.
 */
export const syncPeople = realmTask('sync-people', z.object({}), async (_payload, { books, signal }) => {
  for (const { db } of books)
    for (const userId of await findStalePeople(db, peopleAtOnce)) await syncToBook(db, userId, signal)
})

async function syncToBook(db: Kysely<DB>, userId: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const party = await findStaleParty(db, userId)
    if (!party) return
    // The party keeps its former name until the accounts have the new one, so that a repeated job finds the rest of them.
    if (party.name !== party.new_name) await nameAccounts(db, party.party_id, signal)
    if (await refreshParty(db, party)) return
  }
  throw new Error(`the data of person ${userId} keep changing`)
}

/** In many short transactions: first the accounts without a lock, then the others one by one. */
async function nameAccounts(db: Kysely<DB>, partyId: string, signal: AbortSignal): Promise<void> {
  for (const pass of [
    { limit: accountsAtOnce, waits: false },
    { limit: 1, waits: true },
  ]) {
    let after: string | null = null
    do {
      after = await renameDonors(db, partyId, { ...pass, after })
      signal.throwIfAborted()
    } while (after !== null)
  }
}

/** Writes a person's new name to the accounts of the book of which they are a donor. For people without a login. */
export const nameDonorEverywhere = task(
  'name-donor-everywhere',
  z.object({ partyId: z.uuid() }),
  async ({ partyId }, { db, signal }) => nameAccounts(db, partyId, signal),
)
