import { type Route, route } from '../../../server/http/route.ts'
import {
  exportCharityList,
  getFundCharity,
  listCharityList,
  setCharityList,
  setCharityNote,
} from '../../charities/charities.contract.ts'
import { fundCharity } from '../../charities/server/fund-charity.ts'
import { changeCharityList, changeNote, charityList, exportEntries } from './charity-list.ts'

export const charityListRoutes: readonly Route[] = [
  route(getFundCharity, fundCharity),
  route(listCharityList, charityList),
  route(exportCharityList, exportEntries),
  route(setCharityList, changeCharityList),
  route(setCharityNote, changeNote),
]
