import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Adds the event of a command in its transaction; the database refuses kinds that a book does not record. `detail`: a JSON object. */
export async function insertCommandEvent(
  trx: Kysely<DB>,
  event: {
    kind: string
    userId: string | null
    sessionId: string | null
    address: string | null
    at: Date
    detail: string
  },
): Promise<void> {
  const { kind, userId, sessionId, address, at, detail } = event
  await sql`select record_command(${kind}, ${userId}::uuid, ${sessionId}::uuid, ${address}::inet,
    ${at}::timestamptz, ${detail}::jsonb)`.execute(trx)
}
