import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { matchCharities } from '../../charities/server/match-charities.ts'
import { charityRows } from '../../charities/server/search-charities.ts'
import type * as contract from '../charity-list.contract.ts'
import { findOwnCharityIds } from './charity-list.queries.ts'

/** The fund's own charities with these words: those on its list and those that it has granted to. */
export async function searchOwnCharities(
  { query }: HandlerInput<typeof contract.searchOwnCharities>,
  { db, client, account }: ContextOf<typeof contract.searchOwnCharities>,
): Promise<Reply<typeof contract.searchOwnCharities>> {
  const among = await findOwnCharityIds(db, account.accountId)
  if (among.length === 0) return { data: [] }
  const { charities, isPartial } = await matchCharities(db, {
    ...query,
    among,
    registers: client.charityRegisters,
  })
  return { data: isPartial ? [] : await charityRows(db, charities, client) }
}
