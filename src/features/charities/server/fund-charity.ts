import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { getFundCharity } from '../charities.contract.ts'
import { findCharity, findFundTie } from './charities.queries.ts'
import { detailsResponse, removedResponse } from './charity-response.ts'

/**
 * A charity as one fund sees it (§2.7). `not-found` where no register of this client holds it, unless the fund has
 * granted to it: then its name and its grants remain (§8).
 */
export async function fundCharity(
  { params }: Given<typeof getFundCharity>,
  { db, client, account }: ContextOf<typeof getFundCharity>,
): Promise<Reply<typeof getFundCharity>> {
  const [charity, tie] = await Promise.all([
    findCharity(db, params.charityId, client.charityRegisters),
    findFundTie(db, account.accountId, params.charityId),
  ])
  if (charity) return detailsResponse(charity, tie.in_list, client)
  if (tie.granted_name === null) throw new Problem('not-found')
  return removedResponse(params.charityId, tie.granted_name, tie.in_list)
}
