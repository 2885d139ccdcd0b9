import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { Entry } from '../domain/entry.ts'
import { insertEntries } from './ledger.queries.ts'

/**
 * Writes one balanced journal entry in the caller's transaction; a trigger updates the balances. Throws the violations of the
 * ledger's constraints: `available_balance_not_negative` immediately, `entry_balanced` at commit.
 */
export async function postEntry(db: Kysely<DB>, entry: Entry): Promise<{ entryId: string }> {
  const entryId = entry.entryId ?? randomUUIDv7()
  await insertEntries(db, [{ ...entry, entryId }])
  return { entryId }
}

/**
 * Writes many balanced entries in the given order with one statement, for events on many days or in many funds, such as a
 * month's gains. The ledger checks the balances after all of them.
 */
export async function postEntries(db: Kysely<DB>, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await insertEntries(
    db,
    entries.map(entry => ({ ...entry, entryId: entry.entryId ?? randomUUIDv7() })),
  )
}
