import { createHash } from 'node:crypto'

/** An event as its hash is made of it: text as PostgreSQL writes it, null for what is absent. */
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

/** What the first event of a realm follows. */
export const beginning = Buffer.alloc(32)

/**
 * The hash that an event ought to bear: SHA-256 of the one before it and of each part with its length in bytes. The
 * database makes it in the same way (`audit_hash` in db/migrations/0013_audit_log.sql).
 */
export function hashOfEvent(realm: string, event: ChainedEvent): Buffer {
  const hash = createHash('sha256').update(event.previous_hash)
  const { seq, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail } = event
  const parts = [realm, `${seq}`, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail]
  return hash
    .update(parts.map(part => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join(''))
    .digest()
}
