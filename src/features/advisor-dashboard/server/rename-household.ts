import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { violates } from '../../../server/db/violates.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { setName } from './households.queries.ts'
import { type Context, sameName } from './households.ts'

export async function renameHousehold(
  { params, body }: HandlerInput<typeof contract.renameHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof contract.renameHousehold>> {
  const { name } = body.data.attributes
  try {
    if (!(await setName(realmDb, actor.userId, params.householdId, name))) throw new Problem('not-found')
  } catch (error) {
    if (violates(error, 'one_household_per_name')) throw sameName()
    throw error
  }
  return { householdId: params.householdId, name }
}
