import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { resumePerson } from './resume-person.ts'

/** Lets a suspended person in again, or asks a second person to. Throws `access-denied`, `conflict`, `not-found`. */
export async function resumeAccess(
  { params: { personId }, body }: HandlerInput<typeof contract.resumeAccess>,
  context: ContextOf<typeof contract.resumeAccess>,
): Promise<Reply<typeof contract.resumeAccess>> {
  const { reason } = body.data.attributes
  const state = await changePerson(context, (trx, operator, now) =>
    resumePerson(trx, operator, { userId: personId, reason, force: false }, now),
  )
  return { personId, state }
}
