import { type Route, route } from '../../../server/http/route.ts'
import { searchCharities, searchOwnCharities } from '../charities.contract.ts'
import { foundCharities, foundOwnCharities } from './search-results.ts'

export const charitiesRoutes: readonly Route[] = [
  route(searchCharities, foundCharities),
  route(searchOwnCharities, foundOwnCharities),
]
