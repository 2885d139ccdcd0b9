import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../vettings.contract.ts'
import { countInForce, listVettingRows } from './vettings.queries.ts'
import { type Context, countryOf, vettingResponse } from './vettings.ts'

export async function listVettings(
  { query: { charityId } }: HandlerInput<typeof contract.listVettings>,
  context: Context,
): Promise<Reply<typeof contract.listVettings>> {
  const country = countryOf(context)
  const rows = await listVettingRows(context.realmDb, charityId === undefined ? { country } : { charityId })
  return {
    data: rows.map(row => vettingResponse(row, context)),
    asksDueDiligence: context.client.asksDueDiligence,
    inForce: await countInForce(context.realmDb, country),
  }
}
