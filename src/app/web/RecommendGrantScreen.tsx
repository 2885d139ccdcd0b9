import { CharityCards } from '../../features/charity-list/CharityCards.tsx'
import { charityCards } from '../../features/charity-list/charity-cards.ts'
import { getFundCharity, searchFundCharities } from '../../features/charity-list/charity-list.contract.ts'
import { RecommendGrantPage } from '../../features/grants/RecommendGrantPage.tsx'
import type { FundCharities } from '../../features/grants/recommend/fund-charities.ts'
import { askForBeginning } from '../../features/grants/recommend/recommend-asks.ts'
import type { OpeningAt } from '../../web/api/ask-ahead.ts'
import { call } from '../../web/api/call.ts'
import { query, queryClient } from '../../web/api/query.ts'

const fundCharities: FundCharities = {
  charityQuery: (fundId, charityId) => query(getFundCharity, { params: { fundId, charityId } }),
  searchCharities: (fundId, search, about) =>
    call(searchFundCharities, { params: { fundId }, query: search }, about),
  CharityList: CharityCards,
}

/** /recommend-a-grant: a grant may go to a charity of the fund's list, a feature that grants do not know. */
export function RecommendGrantScreen() {
  return <RecommendGrantPage {...fundCharities} />
}

RecommendGrantScreen.asks = (at: OpeningAt) =>
  askForBeginning(at, () => void queryClient.prefetchQuery(charityCards(at.account.fundId)))
