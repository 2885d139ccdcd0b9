import type { AuditKind } from '../../../../contract/audit-kinds.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'

type ContentEvent = ItemKey & { number: number; change?: string; liveAt?: Date | null }

/** Writes an audit event about a version, without its text. */
export async function recordContent(
  { realmDb, client, userId, sessionId, address, now }: EditorSession,
  kind: Extract<AuditKind, `content-${string}`>,
  { kind: itemKind, name, number, change, liveAt }: ContentEvent,
): Promise<void> {
  await recordAuditEvent(realmDb, {
    kind,
    userId,
    sessionId,
    at: now,
    address,
    detail: {
      client: client.name,
      item: `${itemKind}/${name}`,
      version: String(number),
      ...(change === undefined ? {} : { change }),
      ...(liveAt ? { liveAt: liveAt.toISOString() } : {}),
    },
  })
}
