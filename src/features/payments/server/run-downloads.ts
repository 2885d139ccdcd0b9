import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { PaymentContext } from './payment-context.ts'
import { findRun, type RunRecord } from './runs.queries.ts'

export async function requireRun(runId: string, { db }: PaymentContext): Promise<RunRecord> {
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  return run
}

export async function recordDownload(
  kind: 'payment-file-downloaded' | 'payment-letters-downloaded',
  about: Record<string, string>,
  { realmDb, actor, clock, request, client }: PaymentContext,
): Promise<void> {
  await recordAuditEvent(realmDb, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, ...about },
  })
}

export function fileOf(name: string, mediaType: string, bytes: Uint8Array): FileReply {
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  return { name, mediaType, totalRows: null, rowsWritten: () => 0, bytes: whole() }
}
