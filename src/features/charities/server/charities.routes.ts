import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../charities.contract.ts'
import { searchCharities } from './search-charities.ts'

export const charitiesRoutes: readonly Route[] = [route(contract.searchCharities, searchCharities)]
