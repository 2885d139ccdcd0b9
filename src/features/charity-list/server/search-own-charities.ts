import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { searchCharities } from '../../charities/server/search-charities.ts'
import { charityRows } from '../../charities/server/search-results.ts'
import type { searchOwnCharities } from '../charity-list.contract.ts'
import { findOwnCharityIds } from './charity-list.queries.ts'

/** The fund's own charities with these words: those on its list and those that it has granted to. */
export async function foundOwnCharities(
  { query }: HandlerInput<typeof searchOwnCharities>,
  { db, client, account }: ContextOf<typeof searchOwnCharities>,
): Promise<Reply<typeof searchOwnCharities>> {
  const among = await findOwnCharityIds(db, account.accountId)
  if (among.length === 0) return { data: [] }
  const { charities, isPartial } = await searchCharities(db, {
    ...query,
    among,
    registers: client.charityRegisters,
  })
  return { data: isPartial ? [] : await charityRows(db, charities, client) }
}
