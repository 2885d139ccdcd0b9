import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { mailSuspension } from './mail-suspension.ts'
import { suspendPerson } from './suspend-person.ts'

/** Shuts a person out at once. Throws `access-denied`, `conflict`, `not-found`. */
export async function suspendAccess(
  { params: { personId }, body }: HandlerInput<typeof contract.suspendAccess>,
  context: ContextOf<typeof contract.suspendAccess>,
): Promise<Reply<typeof contract.suspendAccess>> {
  const { reason } = body.data.attributes
  const { smallestTeam } = context.client
  const missing = await changePerson(context, (trx, operator, now) =>
    suspendPerson(trx, operator, { userId: personId, reason, smallestTeam }, now),
  )
  context.sessions.notifyEnded(personId)
  const payload = { userId: personId, suspendedBy: context.actor.userId, client: context.client.name }
  await addJob(context.realmDb, mailSuspension, payload)
  return { personId, missing }
}
