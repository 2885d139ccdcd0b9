import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { endSessionOf } from '../../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../sessions.contract.ts'
import { reason } from './sessions.ts'

/** Does nothing, and reveals nothing, for an unknown or ended session or another person's. */
export async function endOneSession(
  { params }: HandlerInput<typeof contract.endOneSession>,
  context: ContextOf<typeof contract.endOneSession>,
): Promise<Reply<typeof contract.endOneSession>> {
  const { actor, realmDb, clock } = context
  const { sessionId } = params
  // The calling session ends by logging out, which also clears its cookie.
  if (sessionId === actor.sessionId) return {}
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  await endSessionOf(realmDb, actor.userId, { sessionId, ...end })
  context.sessions.notifyEnded(actor.userId)
  return {}
}
