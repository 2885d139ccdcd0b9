import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../findings.contract.ts'
import { type FindingContext, findingResponse } from './finding-details.ts'
import { countFindings, listFindingRows } from './findings.queries.ts'

/** The findings of the realm: its staff are the same people at each of its clients. */
export async function listFindings(
  { query: { view, first } }: HandlerInput<typeof contract.listFindings>,
  context: FindingContext,
): Promise<Reply<typeof contract.listFindings>> {
  const { realmDb } = context
  const rows = await listFindingRows(realmDb, view, first)
  return {
    data: rows.map(row => findingResponse(row, context)),
    meta: { total: await countFindings(realmDb, view) },
  }
}
