import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { confirmResumptionOf } from './resume-person.ts'

/** Lets in a suspended person whom somebody else asked to let in. Throws `access-denied`, `conflict`, `not-found`. */
export async function confirmResumption(
  { params: { personId } }: HandlerInput<typeof contract.confirmResumption>,
  context: ContextOf<typeof contract.confirmResumption>,
): Promise<Reply<typeof contract.confirmResumption>> {
  await changePerson(context, (trx, operator, now) => confirmResumptionOf(trx, operator, personId, now))
  return { personId }
}
