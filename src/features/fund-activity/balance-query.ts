import type { DateRange } from '../../domain/dates.ts'
import { query } from '../../web/api/query.ts'
import { getBalanceHistory } from './balance-history.contract.ts'

/** What a chart of the balance shows of a range. */
export const balanceQuery = (fundId: number, range: DateRange) =>
  query(getBalanceHistory, { params: { fundId }, query: range })
