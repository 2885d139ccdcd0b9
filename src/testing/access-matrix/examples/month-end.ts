import {
  closeMonth,
  confirmReopening,
  getMonthClose,
  requestReopening,
  withdrawReopening,
} from '../../../features/month-end/close/month-close.contract.ts'
import {
  downloadJournal,
  exportJournal,
  getJournal,
} from '../../../features/month-end/journal/journal.contract.ts'
import {
  exportFundRollForward,
  exportTrialBalance,
  getTrialBalance,
  listFundRollForward,
} from '../../../features/month-end/month-end.contract.ts'
import { command, csv, type Example, example, name } from './example.ts'

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
  example(getJournal, {
    needs: readers,
    sent: async about => {
      await about.freshJournal()
      return { query: { month: '2019-01' } }
    },
    contains: ({ book }) => `journal of ${book}.csv`,
  }),
  example(exportJournal, {
    needs: 'PERIOD_CLOSE',
    sent: async about => {
      await about.freshJournal()
      return { body: command({ month: '2019-01' }) }
    },
    contains: ({ book }) => `journal of ${book}.csv`,
  }),
  example(downloadJournal, {
    needs: readers,
    sent: async about => ({ params: { exportId: await about.freshJournal() } }),
    contains: ({ book }) => `Entries of ${book}`,
  }),
  example(getMonthClose, {
    needs: readers,
    sent: async about => {
      await about.freshClose()
      return {}
    },
    contains: ({ book }) => `Closer of ${book}`,
  }),
  example(closeMonth, {
    needs: 'PERIOD_CLOSE',
    sent: async about => {
      const { month, checksHash } = await about.freshMonthToClose()
      return { body: command({ month, checksHash, note: 'A test' }) }
    },
    contains: ({ book }) => `Closer of ${book}`,
    statusElsewhere: 409,
  }),
  example(requestReopening, {
    needs: 'PERIOD_CLOSE',
    sent: async about => ({
      params: { closeId: await about.freshClose() },
      body: command({ reason: 'A late file' }),
    }),
    contains: ({ book }) => `Closer of ${book}`,
  }),
  example(confirmReopening, {
    needs: 'PERIOD_CLOSE',
    sent: async about => ({ params: { closeId: await about.freshClose('asked') }, body: command({}) }),
    contains: ({ book }) => `Closer of ${book}`,
  }),
  example(withdrawReopening, {
    needs: 'PERIOD_CLOSE',
    sent: async about => ({ params: { closeId: await about.freshClose('asked') }, body: command({}) }),
    contains: ({ book }) => `Closer of ${book}`,
  }),
]
