import { type Route, route } from '../../../server/http/route.ts'
import * as balanceHistoryContract from '../balance-history.contract.ts'
import * as contract from '../fund-activity.contract.ts'
import { exportSectionRows } from './export-section-rows.ts'
import { getBalanceHistory } from './get-balance-history.ts'
import { getSectionRows } from './get-section-rows.ts'
import { getStatement } from './get-statement.ts'

export const fundActivityRoutes: readonly Route[] = [
  route(contract.getStatement, getStatement),
  route(contract.getSectionRows, getSectionRows),
  route(contract.exportSectionRows, exportSectionRows),
  route(balanceHistoryContract.getBalanceHistory, getBalanceHistory),
]
