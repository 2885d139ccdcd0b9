import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type * as contract from '../vettings.contract.ts'
import { listVettedRows, vettedKeysets } from './vettings.queries.ts'
import { type Context, countryOf, validityOf } from './vettings.ts'

type Query = HandlerInput<typeof contract.listVettedCharities>['query']

export async function listVettedCharities(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'of'> },
  context: Context,
): Promise<Reply<typeof contract.listVettedCharities>> {
  const page = keysetPage({ query, defaultSort: 'expiresOn', keysetsOf: vettedKeysets })
  const { of, keywords } = query
  const found = await listVettedRows(context.realmDb, { country: countryOf(context), of, keywords }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const today = dateOf(context.clock.now(), context.client.timeZone)
  return {
    data: rows.map(row => ({
      charityId: row.charity_id,
      name: row.name,
      city: row.city,
      usState: row.us_state,
      basis: row.basis,
      expiresOn: row.expires_on,
      validity: validityOf(row, today),
      decidedByName: row.decided_by_name,
    })),
    meta,
  }
}
