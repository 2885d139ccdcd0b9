import { type Route, route } from '../../../server/http/route.ts'
import { searchCharities } from '../charities.contract.ts'
import { foundCharities } from './search-results.ts'

export const charitiesRoutes: readonly Route[] = [route(searchCharities, foundCharities)]
