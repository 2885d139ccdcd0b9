import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../staff-sets.contract.ts'
import { askForSet } from './ask-for-set.ts'
import { changePerson } from './change-person.ts'

/** Makes a named set, or proposes it. Throws as askForSet. */
export async function makeStaffSet(
  { body }: HandlerInput<typeof contract.makeStaffSet>,
  context: ContextOf<typeof contract.makeStaffSet>,
): Promise<Reply<typeof contract.makeStaffSet>> {
  const { client, idempotencyKey } = context
  const wanted = { ...body.data.attributes, isGiven: true, lastChangeId: null, idempotencyKey }
  return await changePerson(
    context,
    async (trx, operator, now) => await askForSet(trx, operator, { client, wanted }, now),
  )
}
