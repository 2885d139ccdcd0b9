import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../staff-sets.contract.ts'
import { askForSet } from './ask-for-set.ts'
import { changePerson } from './change-person.ts'

/** Changes a named set, or proposes the change. Throws as askForSet. */
export async function changeStaffSet(
  { params: { setName: name }, body }: HandlerInput<typeof contract.changeStaffSet>,
  context: ContextOf<typeof contract.changeStaffSet>,
): Promise<Reply<typeof contract.changeStaffSet>> {
  const { client, idempotencyKey } = context
  const wanted = { ...body.data.attributes, name, role: null, idempotencyKey }
  return await changePerson(
    context,
    async (trx, operator, now) => await askForSet(trx, operator, { client, wanted }, now),
  )
}
