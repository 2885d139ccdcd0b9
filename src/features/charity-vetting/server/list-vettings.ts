import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../vettings.contract.ts'
import { listVettingRows } from './vettings.queries.ts'
import { type Context, countryOf, vettingResponse } from './vettings.ts'

export async function listVettings(
  { query: { charityId } }: HandlerInput<typeof contract.listVettings>,
  context: Context,
): Promise<Reply<typeof contract.listVettings>> {
  const about = charityId === undefined ? { country: countryOf(context) } : { charityId }
  const rows = await listVettingRows(context.realmDb, about)
  return {
    data: rows.map(row => vettingResponse(row, context)),
    asksDueDiligence: context.client.asksDueDiligence,
  }
}
