import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { AuditKind } from '../../contract/audit-kinds.ts'
import type { DB } from '../db/schema.ts'

export type AuditEvent = {
  kind: AuditKind
  /** Whom it is about; null where nobody is known. */
  userId: string | null
  /** Who did it, where that is somebody else. */
  actorUserId?: string | null
  /** The session that it happened to, or in. */
  sessionId?: string | null
  at: Date
  /** Where the request came from; what is no IP address is left out. */
  address: string
  /** A few words of the program's own, never what was typed: `client`, `reason`, `device`. */
  detail: Record<string, string>
}

const detailsAtMost = 12
const detailLength = 120

/**
 * Writes down what happened, in the caller's transaction where `realmDb` is one: the event takes its place in the realm's
 * chain at the commit (db/migrations/0013_audit_log.sql) and none at all after a rollback.
 */
export async function recordAuditEvent(realmDb: Kysely<DB>, event: AuditEvent): Promise<void> {
  await realmDb
    .insertInto('audit_inbox')
    .values({
      kind: event.kind,
      user_id: event.userId,
      actor_user_id: event.actorUserId ?? null,
      session_id: event.sessionId ?? null,
      at: event.at,
      address: isIP(event.address) ? event.address : null,
      detail: JSON.stringify(harmless(event.detail)),
    })
    .execute()
}

/**
 * What a browser or a provider says of itself ends up here too: it may not break the line of a log or a terminal, turn the
 * direction of the text around it, or fill the table.
 */
function harmless(detail: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail)
      .slice(0, detailsAtMost)
      .map(([name, text]) => [
        name,
        text
          .slice(0, detailLength)
          .toWellFormed()
          .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}'),
      ]),
  )
}
