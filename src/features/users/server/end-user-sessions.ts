import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { endPendingSignIns } from '../../identity/oidc/server/pending-sign-ins.queries.ts'
import type * as contract from '../access.contract.ts'
import { findPerson } from './staff.queries.ts'

/** Ends the sessions of a person, in every instance; their own ones too, but the one that asks. Throws `not-found`. */
export async function endUserSessions(
  { params: { personId }, body }: HandlerInput<typeof contract.endUserSessions>,
  { realmDb, clock, actor, request, sessions }: ContextOf<typeof contract.endUserSessions>,
): Promise<Reply<typeof contract.endUserSessions>> {
  const now = clock.now()
  const ended = await realmDb.transaction().execute(async trx => {
    if (!(await findPerson(trx, { userId: personId }, now))) throw new Problem('not-found')
    await endPendingSignIns(trx, personId)
    return await endSessionsOf(trx, personId, {
      except: actor.sessionId,
      reason: `by staff: ${body.data.attributes.reason}`,
      now,
      from: { address: request.ip, actorUserId: actor.userId },
    })
  })
  sessions.notifyEnded(personId)
  return { sessions: ended }
}
