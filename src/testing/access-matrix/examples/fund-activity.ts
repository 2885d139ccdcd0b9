import { getBalanceHistory } from '../../../features/fund-activity/balance-history.contract.ts'
import {
  exportSectionRows,
  getSectionRows,
  getStatement,
} from '../../../features/fund-activity/fund-activity.contract.ts'
import { csv, type Example, example, fund, range } from './example.ts'

export const fundActivityExamples: readonly Example[] = [
  example(getStatement, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    contains: () => '500070000',
  }),
  example(getSectionRows, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: ({ fundId }) => ({ params: { fundId, section: 11 }, query: range }),
    contains: about => about.charityId,
  }),
  example(exportSectionRows, {
    needs: 'FUND_ACTIVITY_VIEW',
    sent: ({ fundId }) => ({ params: { fundId, section: 1 }, query: { ...range, ...csv.query } }),
    contains: () => '5000000.00',
  }),
  example(getBalanceHistory, {
    needs: 'FUND_ENDING_BALANCE_VIEW',
    sent: about => ({ ...fund(about), query: range }),
    contains: () => '500070000',
  }),
]
