import { type Route, route } from '../../../server/http/route.ts'
import {
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
} from '../charities.contract.ts'
import { changeCharityList, charityList } from './charity-list.ts'
import { fundCharity } from './fund-charity.ts'
import { foundCharities, foundOwnCharities } from './search-results.ts'

export const charitiesRoutes: readonly Route[] = [
  route(searchCharities, foundCharities),
  route(searchOwnCharities, foundOwnCharities),
  route(getFundCharity, fundCharity),
  route(listCharityList, charityList),
  route(setCharityList, changeCharityList),
]
