import {
  exportFundRollForward,
  exportTrialBalance,
  getTrialBalance,
  listFundRollForward,
} from '../../../features/month-end/month-end.contract.ts'
import { csv, type Example, example, name } from './example.ts'

const readers = ['PERIOD_CLOSE', 'AUDIT_VIEW']

export const monthEndExamples: readonly Example[] = [
  example(getTrialBalance, {
    needs: readers,
    sent: async () => ({ query: {} }),
    contains: () => 'spendable',
  }),
  example(exportTrialBalance, { needs: readers, sent: async () => csv, contains: () => 'Pending grants' }),
  example(listFundRollForward, {
    needs: readers,
    sent: async () => ({ query: { first: 500 } }),
    contains: name,
  }),
  example(exportFundRollForward, { needs: readers, sent: async () => csv, contains: name }),
]
