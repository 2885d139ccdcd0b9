import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { foundCharities } from '../../charities/server/search-charities.ts'
import type * as contract from '../charity-list.contract.ts'
import { findOwnCharityIds } from './charity-list.queries.ts'

/** A search in the whole register for one fund: the charities on its list and those that it has granted to come first. */
export const searchFundCharities = async (
  { query }: HandlerInput<typeof contract.searchFundCharities>,
  { db, client, account }: ContextOf<typeof contract.searchFundCharities>,
): Promise<Reply<typeof contract.searchFundCharities>> =>
  foundCharities(db, query, client, await findOwnCharityIds(db, account.accountId))
