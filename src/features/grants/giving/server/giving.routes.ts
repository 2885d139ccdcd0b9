import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../giving.contract.ts'
import { exportGiving } from './export-giving.ts'
import { getGivingFilters } from './get-giving-filters.ts'
import { getInsight } from './get-insight.ts'
import { listGiving } from './list-giving.ts'

export const givingRoutes: readonly Route[] = [
  route(contract.listGiving, listGiving),
  route(contract.exportGiving, exportGiving),
  route(contract.getGivingFilters, getGivingFilters),
  route(contract.getInsight, getInsight),
]
