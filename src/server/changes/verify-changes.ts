import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { countRecords, digestOfChange, readChangeEvents, readRecords } from './change-digest.queries.ts'

export type ChangesReport = {
  book: string
  /** The number of records that were verified. */
  records: bigint
  /** A description of the first fault; null if the records are as the audit log has them. */
  finding: string | null
}

const batchSize = 500

/** Compares the records of a book's changes with their digests in the realm's audit log, which has been verified before. */
export async function verifyChanges(
  realmDb: Kysely<DB>,
  db: Kysely<DB>,
  book: string,
): Promise<ChangesReport> {
  // Counted first: records that are added meanwhile have their event.
  const stored = await countRecords(db)
  let records = 0n
  for (let last = 0n; ; ) {
    const events = await readChangeEvents(realmDb, book, last, batchSize)
    if (events.length === 0) break
    const found = await readRecords(
      db,
      events.map(({ change_id }) => change_id),
    )
    const digests = new Map(found.map(({ change_id, parts }) => [change_id, digestOfChange(parts)]))
    for (const { seq, change_id, digest } of events) {
      const actual = digests.get(change_id)
      if (actual !== digest) {
        const fault = actual === undefined ? 'is missing' : 'was altered'
        return { book, records, finding: `change ${change_id} of event ${seq} ${fault}` }
      }
      records += 1n
      last = seq
    }
  }
  const unknown = stored - records
  return {
    book,
    records,
    finding: unknown > 0n ? `${unknown} of its changes have no event in the audit log` : null,
  }
}
