import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../relationships.contract.ts'
import { pageOf } from './show-relationships.ts'

/** Everyone who has or had a role on the account: type coverage leaves out nobody (§6). */
export async function listInterestedParties(
  { query }: HandlerInput<typeof contract.listInterestedParties>,
  context: ContextOf<typeof contract.listInterestedParties>,
): Promise<Reply<typeof contract.listInterestedParties>> {
  return await pageOf(query, { leavesOut: [], includesEnded: true }, context)
}
