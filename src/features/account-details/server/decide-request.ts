import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { findRequest, lockRequest, type RequestRow, setDecided } from './relationship-requests.queries.ts'
import { violationFor } from './show-requests.ts'

export type Context = ContextOf<typeof contract.confirmRequest>

export async function requireDecidable(requestId: string, { db, actor }: Context): Promise<RequestRow> {
  const request = await findRequest(db, requestId)
  if (!request) throw new Problem('not-found')
  const violation = violationFor(request, actor)
  if (violation !== null) throw new Problem('access-denied', { detail: violation })
  return request
}

/** Locks the request. False if the caller has made this decision already; throws `conflict` if it was decided otherwise. */
export async function requirePending(
  trx: Kysely<DB>,
  { request_id }: RequestRow,
  decision: 'confirmed' | 'declined',
  { actor }: Context,
): Promise<boolean> {
  const stored = await lockRequest(trx, request_id)
  if (stored?.state === 'pending') return true
  if (stored?.state === decision && stored.decided_by === actor.userId) return false
  throw new Problem('conflict', {
    detail:
      stored?.state === 'withdrawn'
        ? 'The person who made this request has withdrawn it.'
        : 'A colleague has decided this request.',
  })
}

export async function decide(
  trx: Kysely<DB>,
  { request_id }: RequestRow,
  decision: { state: 'confirmed' | 'declined'; message: string | null },
  context: Context,
): Promise<void> {
  const { actor, clock } = context
  try {
    await setDecided(trx, request_id, {
      ...decision,
      by: personOf(actor),
      at: clock.now(),
    })
    const kind =
      decision.state === 'confirmed' ? 'relationship-request-confirmed' : 'relationship-request-declined'
    await recordCommand(trx, kind, commandSource(context), { request: request_id })
  } catch (error) {
    if (violates(error, 'not_own_request')) throw new Problem('access-denied')
    throw error
  }
}
