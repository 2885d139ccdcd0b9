import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { AuditKind } from '../../contract/audit-kinds.ts'
import type { DB } from '../db/schema.ts'
import { insertEvents } from './audit.queries.ts'

export type AuditEvent = {
  kind: AuditKind
  /** The person concerned; null if unknown. */
  userId: string | null
  /** Who did it, if that was another person. */
  actorUserId?: string | null
  /** The session in which it happened, or which it affected. */
  sessionId?: string | null
  at: Date
  /** The client address of the request; anything but an IP address is omitted. */
  address: string
  /** A few values such as `client`, `reason` and `device`, never what a person typed. */
  detail: Record<string, string>
}

const maxDetails = 12
const maxDetailLength = 120

/**
 * Records an event, in the caller's transaction if `realmDb` is one. The event joins the realm's hash chain at commit
 * (db/migrations/0013_audit_log.sql) and is dropped after a rollback.
 */
export async function recordAuditEvent(realmDb: Kysely<DB>, event: AuditEvent): Promise<void> {
  await recordAuditEvents(realmDb, [event])
}

/** The same for a list, with one statement. An empty list asks nothing. */
export async function recordAuditEvents(realmDb: Kysely<DB>, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  await insertEvents(
    realmDb,
    events.map(event => ({
      kind: event.kind,
      user_id: event.userId,
      actor_user_id: event.actorUserId ?? null,
      session_id: event.sessionId ?? null,
      at: event.at,
      address: isIP(event.address) ? event.address : null,
      detail: JSON.stringify(auditDetail(event.detail)),
    })),
  )
}

/**
 * Details may contain values from browsers and providers. Removes line breaks, control characters and bidirectional overrides, and
 * limits the length.
 */
export function auditDetail(detail: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail)
      .slice(0, maxDetails)
      .map(([name, text]) => [
        name,
        text
          .slice(0, maxDetailLength)
          .toWellFormed()
          .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}'),
      ]),
  )
}
