import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { householdsOf } from './households.queries.ts'

/** The caller's own households, by name. */
export async function listHouseholds(
  _input: HandlerInput<typeof contract.listHouseholds>,
  { realmDb, actor }: ContextOf<typeof contract.listHouseholds>,
): Promise<Reply<typeof contract.listHouseholds>> {
  return { data: await householdsOf(realmDb, actor.userId) }
}
