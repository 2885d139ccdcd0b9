import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { monthWasClosed } from '../domain/corrections.ts'
import type { Entry } from '../domain/entry.ts'
import { insertEntries } from './ledger.queries.ts'

/**
 * Writes one balanced journal entry in the caller's transaction; a trigger updates the balances. Throws the violations of the
 * ledger's constraints: `available_balance_not_negative` immediately, `entry_balanced` at commit.
 */
export async function postEntry(db: Kysely<DB>, entry: Entry): Promise<{ entryId: string }> {
  const entryId = entry.entryId ?? randomUUIDv7()
  await insertOpen(db, [{ ...entry, entryId }])
  return { entryId }
}

/**
 * Writes many balanced entries in the given order with one statement, for events on many days or in many funds, such as a
 * month's gains. The ledger checks the balances after all of them.
 */
export async function postEntries(db: Kysely<DB>, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await insertOpen(
    db,
    entries.map(entry => ({ ...entry, entryId: entry.entryId ?? randomUUIDv7() })),
  )
}

/** Throws `conflict` for entries of a month that was closed while they were posted; those that come later stand in the next one. */
async function insertOpen(db: Kysely<DB>, entries: Parameters<typeof insertEntries>[1]): Promise<void> {
  try {
    await insertEntries(db, entries)
  } catch (error) {
    if (violates(error, 'month_is_open')) throw new Problem('conflict', { detail: monthWasClosed })
    throw error
  }
}
