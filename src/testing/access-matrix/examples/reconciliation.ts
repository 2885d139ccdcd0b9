import {
  explainDebit,
  exportBankMonthItems,
  getBankMonth,
  listBankMonthItems,
  signBankMonth,
  withdrawExplanation,
} from '../../../features/reconciliation/bank-month.contract.ts'
import {
  endSuspenseItem,
  listBankAccounts,
  listSuspenseItems,
  noteSuspenseItem,
} from '../../../features/reconciliation/reconciliation.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const staff = 'SUPER_DASHBOARD_VIEW'
const october = { params: { account: 'grants', month: '2025-10' } }

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
        shares: [],
        otherItemIds: [],
        giftDate: null,
        toBook: null,
        reason: 'A test',
      }),
    }),
    contains: () => 'returned',
  }),
  example(getBankMonth, { needs: staff, sent: () => october, contains: () => 'Grants' }),
  example(listBankMonthItems, { needs: staff, sent: () => ({ ...october, query: {} }) }),
  example(exportBankMonthItems, {
    needs: staff,
    sent: () => ({ ...october, ...csv }),
    contains: () => 'What the bank says',
  }),
  example(signBankMonth, {
    needs: 'POSTING_CREATE',
    sent: async about => {
      const { params, figuresHash } = await about.freshMonth()
      return { params, body: command({ figuresHash, note: null }) }
    },
    contains: () => 'Grants',
    statusElsewhere: 409,
  }),
  example(explainDebit, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { bankLineId: await about.freshDebit() },
      body: command({ kind: 'fee' as const, note: 'A test', creditLineId: null }),
    }),
    contains: () => 'fee',
  }),
  example(withdrawExplanation, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { explanationId: await about.freshExplanation() },
      body: command({ reason: 'A test' }),
    }),
    contains: () => 'isWithdrawn',
  }),
]
