import type { Endpoint } from '../../contract/endpoint.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Actor } from '../auth/actor.ts'
import type { BaseContext } from './request-context.ts'

/**
 * Records the file of a list whose endpoint declares it, before the first byte leaves: a file that the person may have in part is
 * recorded too.
 */
export async function recordExport(
  { path, records }: Endpoint,
  context: BaseContext,
  actor: Actor | undefined,
): Promise<void> {
  if (!records?.includes('file-exported')) return
  const { realmDb, client, clock, request } = context
  await recordAuditEvent(realmDb, {
    kind: 'file-exported',
    userId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, book: context.book.name, list: path.replace('/api/', '') },
  })
}
