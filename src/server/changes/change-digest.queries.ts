import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The fields of a record in the order of `change_digest` (db/migrations/0017_change_records.sql), as PostgreSQL formats them. */
type RecordText = { change_id: string; parts: (string | null)[] }

/** SHA-256 of the fields with their lengths. Computed here as well, so that verification need not trust the database. */
export function digestOfChange(parts: readonly (string | null)[]): string {
  const text = parts.map(part => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join('')
  return createHash('sha256').update(text).digest('hex')
}

export async function readRecords(db: Kysely<DB>, changeIds: readonly string[]): Promise<RecordText[]> {
  const { rows } = await sql<RecordText>`
    select change_id, array[
        book::text, change_id::text, account_id::text, subject, subject_id::text, revision::text, kind, before_change::text,
        after_change::text, actor_user_id::text, actor_name, actor_side, on_behalf_of::text, session_id::text, address::text,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      ] as parts
    from change_record where change_id = any(${changeIds}::uuid[])`.execute(db)
  return rows
}

/** The records of changes of people, with the fields that their digest covers, as PostgreSQL formats them. */
export async function readPersonRecords(
  realmDb: Kysely<DB>,
  changeIds: readonly string[],
): Promise<RecordText[]> {
  const { rows } = await sql<RecordText>`
    select change_id, array[
        realm::text, change_id::text, user_id::text, revision::text, before_change::text, after_change::text,
        actor_user_id::text, actor_name, actor_side, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      ] as parts
    from person_change where change_id = any(${changeIds}::uuid[])`.execute(realmDb)
  return rows
}

export async function countPersonRecords(realmDb: Kysely<DB>): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from person_change`.execute(realmDb)
  return rows[0]?.count ?? 0n
}

export async function countRecords(db: Kysely<DB>): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from change_record`.execute(db)
  return rows[0]?.count ?? 0n
}

/** The events of a book's changes, or of those of people, after a position of the audit log, in its order. */
export async function readChangeEvents(
  realmDb: Kysely<DB>,
  of: { book: string } | 'people',
  afterSeq: bigint,
  limit: number,
): Promise<{ seq: bigint; change_id: string; digest: string }[]> {
  const ofThese =
    of === 'people'
      ? sql`kind = 'profile-changed'`
      : sql`kind = 'account-changed' and detail ->> 'book' = ${of.book}`
  const { rows } = await sql<{ seq: bigint; change_id: string; digest: string }>`
    select seq, detail ->> 'change' as change_id, detail ->> 'digest' as digest from audit_event
    where ${ofThese} and seq > ${afterSeq} order by seq limit ${limit}`.execute(realmDb)
  return rows
}
