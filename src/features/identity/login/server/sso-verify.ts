import { Problem } from '../../../../contract/problems.ts'
import type { SessionFacts } from '../../../../contract/session.contract.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as signInContract from '../sign-in.contract.ts'
import { factsOf } from './session-facts.ts'

/** Ends the session of a person with neither a role nor a relationship and throws `access-denied` (§4). */
export async function ssoVerify(
  _input: unknown,
  context: ContextOf<typeof signInContract.ssoVerify>,
): Promise<SessionFacts> {
  const { actor, sessions, reply, client, clock } = context
  if (actor.scopes.length === 0 && !actor.forceEmailChange) {
    await sessions.end(reply, client, actor.sessionId, 'no access', clock.now())
    reply.removeHeader('Authorization')
    throw new Problem('access-denied')
  }
  return factsOf(context)
}
