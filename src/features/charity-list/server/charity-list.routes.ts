import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../charity-list.contract.ts'
import { exportCharityList } from './export-charity-list.ts'
import { getFundCharity } from './get-fund-charity.ts'
import { listCharityList } from './list-charity-list.ts'
import { searchFundCharities } from './search-fund-charities.ts'
import { searchOwnCharities } from './search-own-charities.ts'
import { setCharityList } from './set-charity-list.ts'
import { setCharityNote } from './set-charity-note.ts'

export const charityListRoutes: readonly Route[] = [
  route(contract.searchOwnCharities, searchOwnCharities),
  route(contract.searchFundCharities, searchFundCharities),
  route(contract.getFundCharity, getFundCharity),
  route(contract.listCharityList, listCharityList),
  route(contract.exportCharityList, exportCharityList),
  route(contract.setCharityList, setCharityList),
  route(contract.setCharityNote, setCharityNote),
]
