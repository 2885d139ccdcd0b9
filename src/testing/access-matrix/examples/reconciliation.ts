import {
  endSuspenseItem,
  listBankAccounts,
  listSuspenseItems,
  noteSuspenseItem,
} from '../../../features/reconciliation/reconciliation.contract.ts'
import { command, type Example, example } from './example.ts'

export const reconciliationExamples: readonly Example[] = [
  example(listBankAccounts, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: () => ({}),
    contains: () => 'Grants',
  }),
  example(listSuspenseItems, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshSuspenseItem()
      return {}
    },
    contains: ({ book }) => `CREDIT OF ${book.toUpperCase()}`,
  }),
  example(noteSuspenseItem, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { itemId: await about.freshSuspenseItem() },
      body: command({ note: 'Asked the bank' }),
    }),
    contains: () => 'Asked the bank',
  }),
  example(endSuspenseItem, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { itemId: await about.freshSuspenseItem() },
      body: command({
        end: 'returned' as const,
        contributionNumber: null,
        giftDate: null,
        toBook: null,
        reason: 'A test',
      }),
    }),
    contains: () => 'returned',
  }),
]
