import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { violates } from '../../../server/db/violates.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { insertHousehold } from './households.queries.ts'
import { type Context, sameName } from './households.ts'

/** Creates a household. Throws `validation` on `name` for a second one of the same name, also where two are made at once. */
export async function createHousehold(
  { body }: HandlerInput<typeof contract.createHousehold>,
  { realmDb, actor }: Context,
): Promise<Reply<typeof contract.createHousehold>> {
  const { name } = body.data.attributes
  try {
    return { householdId: await insertHousehold(realmDb, actor.userId, name), name }
  } catch (error) {
    if (violates(error, 'one_household_per_name')) throw sameName()
    if (violates(error, 'households_of_person'))
      throw new Problem('conflict', { detail: 'You can have up to 200 households. Delete one first.' })
    throw error
  }
}
