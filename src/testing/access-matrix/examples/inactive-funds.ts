import {
  confirmDefaultGrant,
  declineDefaultGrant,
  downloadInactiveFundLetter,
  exportInactiveFunds,
  getInactiveFund,
  listInactiveFunds,
  proposeDefaultGrant,
  recordInactiveFundStep,
  sendInactiveFundLetter,
} from '../../../features/inactive-funds/inactive-funds.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const name = ({ book }: { book: string }) => `Matrix Owl Fund of ${book}`

export const inactiveFundsExamples: readonly Example[] = [
  example(listInactiveFunds, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshInactiveFund('untouched')
      return { query: { first: 500 } }
    },
    contains: name,
  }),
  example(exportInactiveFunds, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshInactiveFund('untouched')
      return csv
    },
    contains: name,
  }),
  example(getInactiveFund, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { accountId: (await about.freshInactiveFund('letter')).accountId } }),
    contains: name,
  }),
  example(recordInactiveFundStep, {
    needs: 'DOCUMENT_MANAGE',
    sent: async about => ({
      params: { accountId: (await about.freshInactiveFund('untouched')).accountId },
      body: command({ kind: 'call' as const, note: 'No one answered' }),
    }),
  }),
  example(sendInactiveFundLetter, {
    needs: 'DOCUMENT_MANAGE',
    sent: async about => ({
      params: { accountId: (await about.freshInactiveFund('untouched')).accountId },
      body: command({}),
    }),
  }),
  example(downloadInactiveFundLetter, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      const { accountId, stepId } = await about.freshInactiveFund('letter')
      return { params: { accountId, stepId } }
    },
    contains: () => '/documents/',
  }),
  example(proposeDefaultGrant, {
    needs: 'ESTATE_MANAGE',
    sent: async about => ({
      params: { accountId: (await about.freshInactiveFund('term-over')).accountId },
      body: command({ amountMinor: 100_00n, reason: 'No one answered' }),
    }),
  }),
  example(confirmDefaultGrant, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { accountId, defaultGrantId } = await about.freshInactiveFund('proposed')
      return { params: { accountId, defaultGrantId }, body: command({}) }
    },
  }),
  example(declineDefaultGrant, {
    needs: 'ESTATE_MANAGE',
    sent: async about => {
      const { accountId, defaultGrantId } = await about.freshInactiveFund('proposed')
      return { params: { accountId, defaultGrantId }, body: command({ reason: 'They called us' }) }
    },
  }),
]
