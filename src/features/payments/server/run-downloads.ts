import type { FileReply } from '../../../contract/list.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { PaymentContext } from './payment-context.ts'
import { findRun, hasUnansweredCheck, type RunRecord } from './runs.queries.ts'

export async function requireRun(runId: string, { db }: PaymentContext): Promise<RunRecord> {
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  return run
}

export const stoppedByCheck =
  'The nightly check of this book found differences that no one has answered yet. Until someone has on the page Audit Log, no payment run goes on.'

/** Throws `conflict` for what would let the payments of a run leave that is not recorded as sent, while a check of its book has no answer. */
export async function requireAnsweredChecks({ state }: RunRecord, { db }: PaymentContext): Promise<void> {
  if (state === 'approved' && (await hasUnansweredCheck(db)))
    throw new Problem('conflict', { detail: stoppedByCheck })
}

export async function recordDownload(
  kind:
    | 'payment-file-downloaded'
    | 'payment-letters-downloaded'
    | 'payment-cheques-downloaded'
    | 'bank-positive-pay-downloaded',
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
