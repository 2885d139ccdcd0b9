import { CharityCards } from '../../features/charity-list/CharityCards.tsx'
import { getFundCharity } from '../../features/charity-list/charity-list.contract.ts'
import { RecommendGrantPage } from '../../features/grants/RecommendGrantPage.tsx'
import { query } from '../../web/api/query.ts'

const charityQuery = (fundId: number, charityId: string) =>
  query(getFundCharity, { params: { fundId, charityId } })

/** /recommend-a-grant: a grant may go to a charity of the fund's list, a feature that grants do not know. */
export function RecommendGrantScreen() {
  return <RecommendGrantPage charityQuery={charityQuery} CharityList={CharityCards} />
}
