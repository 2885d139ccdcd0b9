import type { Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../relationships.contract.ts'
import { type Context, pageOf, type Query } from './show-relationships.ts'

/** The people of the account that the client's list shows (§2.8). */
export async function listRelationships(
  { query }: { query: Query },
  context: Context,
): Promise<Reply<typeof contract.listRelationships>> {
  const leavesOut = context.client.relationshipListLeavesOut
  return await pageOf(query, { leavesOut, includesEnded: false }, context)
}
