import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findCharity, findNamesakes } from '../../charities/server/charities.queries.ts'
import { briefResponse, detailsResponse, removedResponse } from '../../charities/server/charity-response.ts'
import type * as contract from '../charity-list.contract.ts'
import { findFundRelation } from './charity-list.queries.ts'

/** The others of the same name that are shown beside a charity. */
const maxNamesakes = 5

/**
 * A charity for one fund (§2.7). Throws `not-found` where no register of this client has it, unless the fund has made a grant
 * to it: then its name and grants stay visible (§8).
 */
export async function getFundCharity(
  { params }: HandlerInput<typeof contract.getFundCharity>,
  { db, client, account }: ContextOf<typeof contract.getFundCharity>,
): Promise<Reply<typeof contract.getFundCharity>> {
  const [charity, relation, namesakes] = await Promise.all([
    findCharity(db, params.charityId, client.charityRegisters),
    findFundRelation(db, account.accountId, params.charityId),
    findNamesakes(db, [params.charityId], {
      registers: client.charityRegisters,
      wordKeys: [],
      maxEach: maxNamesakes,
    }),
  ])
  const { in_list: inCharityList, granted_name: grantedName } = relation
  if (charity) return { ...detailsResponse(charity, client, namesakes.map(briefResponse)), inCharityList }
  if (grantedName === null) throw new Problem('not-found')
  return { ...removedResponse(params.charityId, grantedName), inCharityList }
}
