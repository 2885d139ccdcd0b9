import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import {
  countPersonRecords,
  countRecords,
  digestOfChange,
  readChangeEvents,
  readPersonRecords,
  readRecords,
} from './change-digest.queries.ts'

export type ChangesReport = {
  /** `book npt` or `people of npt`. */
  of: string
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
  return await verify(`book ${book}`, {
    count: () => countRecords(db),
    readEvents: after => readChangeEvents(realmDb, { book }, after, batchSize),
    readRecords: ids => readRecords(db, ids),
  })
}

/** The same for the names and contact details of a realm's people. */
export async function verifyPersonChanges(realmDb: Kysely<DB>, realm: string): Promise<ChangesReport> {
  return await verify(`people of ${realm}`, {
    count: () => countPersonRecords(realmDb),
    readEvents: after => readChangeEvents(realmDb, 'people', after, batchSize),
    readRecords: ids => readPersonRecords(realmDb, ids),
  })
}

type Source = {
  count: () => Promise<bigint>
  readEvents: (after: bigint) => ReturnType<typeof readChangeEvents>
  readRecords: (changeIds: readonly string[]) => ReturnType<typeof readRecords>
}

async function verify(of: string, source: Source): Promise<ChangesReport> {
  // Counted first, because records that are added later have their event.
  const stored = await source.count()
  let records = 0n
  for (let last = 0n; ; ) {
    const events = await source.readEvents(last)
    if (events.length === 0) break
    const found = await source.readRecords(events.map(({ change_id }) => change_id))
    const digests = new Map(found.map(({ change_id, parts }) => [change_id, digestOfChange(parts)]))
    for (const { seq, change_id, digest } of events) {
      const actual = digests.get(change_id)
      if (actual !== digest) {
        const fault = actual === undefined ? 'is missing' : 'was altered'
        return { of, records, finding: `change ${change_id} of event ${seq} ${fault}` }
      }
      records += 1n
      last = seq
    }
  }
  const unknown = stored - records
  return {
    of,
    records,
    finding: unknown > 0n ? `${unknown} of its changes have no event in the audit log` : null,
  }
}
