import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../staff-sets.contract.ts'
import { changePerson } from './change-person.ts'
import { declineSet } from './decide-set.ts'

/** Declines a change of a set that waits, or withdraws one's own. Throws `access-denied`, `conflict`, `not-found`. */
export async function declineStaffSet(
  { params: { changeId }, body }: HandlerInput<typeof contract.declineStaffSet>,
  context: ContextOf<typeof contract.declineStaffSet>,
): Promise<Reply<typeof contract.declineStaffSet>> {
  const { client } = context
  const { reason } = body.data.attributes
  return await changePerson(
    context,
    async (trx, operator, now) => await declineSet(trx, operator, { client, changeId, reason }, now),
  )
}
