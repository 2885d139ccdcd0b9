import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { declineResumptionOf } from './resume-person.ts'

/** Leaves a person suspended whom somebody asked to let in. Throws `access-denied`, `conflict`, `not-found`. */
export async function declineResumption(
  { params: { personId }, body }: HandlerInput<typeof contract.declineResumption>,
  context: ContextOf<typeof contract.declineResumption>,
): Promise<Reply<typeof contract.declineResumption>> {
  const { reason } = body.data.attributes
  await changePerson(context, (trx, operator, now) =>
    declineResumptionOf(trx, operator, { userId: personId, reason }, now),
  )
  return { personId }
}
