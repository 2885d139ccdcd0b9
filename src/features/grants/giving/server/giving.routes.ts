import { type Route, route } from '../../../../server/http/route.ts'
import { exportGiving, getGivingFilters, getInsight, listGiving } from '../giving.contract.ts'
import { exportGivingRows, givingFilters, givingInsight, givingRows } from './giving.ts'

export const givingRoutes: readonly Route[] = [
  route(listGiving, givingRows),
  route(exportGiving, exportGivingRows),
  route(getGivingFilters, givingFilters),
  route(getInsight, givingInsight),
]
