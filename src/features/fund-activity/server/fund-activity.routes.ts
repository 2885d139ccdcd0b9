import { type Route, route } from '../../../server/http/route.ts'
import {
  exportSectionRows,
  getBalanceHistory,
  getSectionRows,
  getStatement,
} from '../fund-activity.contract.ts'
import { showBalanceHistory } from './show-balance-history.ts'
import { exportShownRows, showSectionRows } from './show-section-rows.ts'
import { showStatement } from './show-statement.ts'

export const fundActivityRoutes: readonly Route[] = [
  route(getStatement, showStatement),
  route(getSectionRows, showSectionRows),
  route(exportSectionRows, exportShownRows),
  route(getBalanceHistory, showBalanceHistory),
]
