import { type Route, route } from '../../../server/http/route.ts'
import { getBalanceHistory, getSectionRows, getStatement } from '../fund-activity.contract.ts'
import { balanceHistory } from './balance-history.ts'
import { sectionRows } from './section-rows.ts'
import { statement } from './statement.ts'

export const fundActivityRoutes: readonly Route[] = [
  route(getStatement, statement),
  route(getSectionRows, sectionRows),
  route(getBalanceHistory, balanceHistory),
]
