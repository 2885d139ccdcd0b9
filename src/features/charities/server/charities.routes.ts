import { type Route, route } from '../../../server/http/route.ts'
import { getFundCharity, listCharityList, searchCharities, setCharityList } from '../charities.contract.ts'
import { changeCharityList, charityList } from './charity-list.ts'
import { fundCharity } from './fund-charity.ts'
import { foundCharities } from './search-results.ts'

export const charitiesRoutes: readonly Route[] = [
  route(searchCharities, foundCharities),
  route(getFundCharity, fundCharity),
  route(listCharityList, charityList),
  route(setCharityList, changeCharityList),
]
