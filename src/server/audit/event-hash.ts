import { createHash } from 'node:crypto'

/** An event with its fields as PostgreSQL formats them for the hash. */
export type ChainedEvent = {
  seq: bigint
  at: string
  recorded_at: string
  kind: string
  user_id: string | null
  actor_user_id: string | null
  session_id: string | null
  address: string | null
  detail: string
  previous_hash: Buffer
  hash: Buffer
}

/** The `previous_hash` of a realm's first event. */
export const genesisHash = Buffer.alloc(32)

/**
 * The expected hash of an event: SHA-256 of the previous hash and of each field with its length in bytes. The database computes
 * it in the same way (`audit_hash` in db/migrations/0013_audit_log.sql).
 */
export function hashOfEvent(realm: string, event: ChainedEvent): Buffer {
  const hash = createHash('sha256').update(event.previous_hash)
  const { seq, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail } = event
  const parts = [realm, `${seq}`, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail]
  return hash
    .update(parts.map(part => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(''))
    .digest()
}
