import { type Route, route } from '../../../server/http/route.ts'
import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  searchOwnCharities,
  setCharityList,
  setCharityNote,
} from '../charity-list.contract.ts'
import { changeCharityList, changeNote, charityList, exportEntries } from './charity-list.ts'
import { fundCharity } from './fund-charity.ts'
import { foundOwnCharities } from './search-own-charities.ts'

export const charityListRoutes: readonly Route[] = [
  route(searchOwnCharities, foundOwnCharities),
  route(getFundCharity, fundCharity),
  route(listCharityList, charityList),
  route(exportCharityList, exportEntries),
  route(setCharityList, changeCharityList),
  route(setCharityNote, changeNote),
]
