import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../staff-sets.contract.ts'
import { changePerson } from './change-person.ts'
import { confirmSet } from './decide-set.ts'

/** Confirms a change of a set that somebody else proposed. Throws `access-denied`, `conflict`, `not-found`. */
export async function confirmStaffSet(
  { params: { changeId } }: HandlerInput<typeof contract.confirmStaffSet>,
  context: ContextOf<typeof contract.confirmStaffSet>,
): Promise<Reply<typeof contract.confirmStaffSet>> {
  const { client } = context
  return await changePerson(
    context,
    async (trx, operator, now) => await confirmSet(trx, operator, { client, changeId }, now),
  )
}
