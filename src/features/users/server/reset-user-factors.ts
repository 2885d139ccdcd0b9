import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { resetFactors } from '../../identity/factors/server/reset-factors.ts'
import type * as contract from '../access.contract.ts'
import { lockPersonFor } from './find-operator.ts'
import { operatorOfRequest, orRefused } from './operator-of-request.ts'

/**
 * Removes a person's second factors after a check of their identity, which the audit log keeps with the session of the person who
 * checked. Throws `access-denied` for oneself, `not-found`.
 */
export async function resetUserFactors(
  { params: { personId: userId }, body }: HandlerInput<typeof contract.resetUserFactors>,
  context: ContextOf<typeof contract.resetUserFactors>,
): Promise<Reply<typeof contract.resetUserFactors>> {
  const { realmDb, client, clock, actor, identity, request } = context
  const now = clock.now()
  if (userId === actor.userId)
    throw new Problem('access-denied', {
      detail: 'No one resets their own factors here. Use your profile, or ask someone else.',
    })
  const removed = await orRefused(() =>
    realmDb.transaction().execute(async trx => {
      await lockPersonFor(trx, operatorOfRequest(context), userId, now)
      return await resetFactors(trx, {
        ...{ userId, operator: actor, reason: body.data.attributes.identityCheck, now },
        ...{ client, secret: identity.secret },
        from: { sessionId: actor.sessionId, address: request.ip, detail: { client: client.name } },
      })
    }),
  )
  context.sessions.notifyEnded(userId)
  return { removed }
}
