import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type * as contract from '../findings.contract.ts'
import { type FindingContext, findingDetails } from './finding-details.ts'
import { findFinding } from './findings.queries.ts'

/** Throws `not-found` for a finding of another realm. */
export async function getFinding(
  { params: { findingId } }: Pick<HandlerInput<typeof contract.getFinding>, 'params'>,
  context: FindingContext,
): Promise<Reply<typeof contract.getFinding>> {
  const row = await findFinding(context.realmDb, findingId)
  if (!row) throw new Problem('not-found')
  return await findingDetails(row, context)
}
