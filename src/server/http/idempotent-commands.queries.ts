import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'

/** What identifies a command of a person: where it was sent, and its key. */
export type CommandId = { userId: string; target: string; idempotencyKey: string }

type NewCommand = CommandId & {
  fingerprint: Buffer
  at: Date
  detail: string
  sessionId: string | null
  address: string | null
}

const insertCommandRow = statement<
  { is_new: boolean },
  [
    userId: string,
    target: string,
    idempotencyKey: string,
    fingerprint: Buffer,
    at: Date,
    detail: string,
    sessionId: string | null,
    address: string | null,
  ]
>(`
  insert into idempotent_command (user_id, target, idempotency_key, fingerprint, at, detail, session_id, address)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8::inet)
  on conflict (book, user_id, target, idempotency_key) do nothing
  returning true as is_new`)

/**
 * Claims a command for this transaction. It waits for another transaction that has claimed the same one. False if that one was
 * committed.
 */
export async function insertCommand(trx: Kysely<DB>, command: NewCommand): Promise<boolean> {
  const { userId, target, idempotencyKey, fingerprint, at, detail, sessionId, address } = command
  const inserted = await insertCommandRow(
    trx,
    userId,
    target,
    idempotencyKey,
    fingerprint,
    at,
    detail,
    sessionId,
    address,
  )
  return inserted.length > 0
}

export const findCommand = statement<
  { fingerprint: Buffer; reply: unknown },
  [userId: string, target: string, idempotencyKey: string]
>(`
  select fingerprint, reply from idempotent_command where user_id = $1 and target = $2 and idempotency_key = $3`)

/** Stores the reply of a claimed command, with its event for the audit log (null: none). */
export const storeReply = statement<
  unknown,
  [userId: string, target: string, idempotencyKey: string, reply: string, auditKind: string | null]
>(`
  update idempotent_command set reply = $4::jsonb, audit_kind = $5 where user_id = $1 and target = $2 and idempotency_key = $3`)

/** Deletes at most this many commands from before a time; returns how many. */
export async function deleteCommandsBefore(db: Kysely<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotent_command where ctid in (
      select ctid from idempotent_command where at < ${before} order by at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
