import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { deleteOwn } from './households.queries.ts'
import type { Context } from './households.ts'

export async function deleteHousehold(
  { params }: HandlerInput<typeof contract.deleteHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof contract.deleteHousehold>> {
  if (!(await deleteOwn(realmDb, actor.userId, params.householdId))) throw new Problem('not-found')
  return {}
}
