import type { Reply } from '../../../../contract/endpoint.ts'
import { endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { endPendingSignIns } from '../../oidc/server/pending-sign-ins.queries.ts'
import type * as contract from '../sessions.contract.ts'
import { reason } from './sessions.ts'

/** Also ends pending sign-ins, which could create new sessions. */
export async function endOtherSessions(
  _input: unknown,
  context: ContextOf<typeof contract.endOtherSessions>,
): Promise<Reply<typeof contract.endOtherSessions>> {
  const { actor, realmDb, clock } = context
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  const ended = await endSessionsOf(realmDb, actor.userId, { except: actor.sessionId, ...end })
  context.sessions.notifyEnded(actor.userId)
  await endPendingSignIns(realmDb, actor.userId)
  return { ended }
}
