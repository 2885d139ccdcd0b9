import {
  approveTransfer,
  declineTransfer,
  listTransfers,
  listTransfersToDecide,
  requestTransfer,
  reverseTransfer,
  withdrawTransfer,
} from '../../../features/transfers/transfers.contract.ts'
import { command, type Example, example, fund } from './example.ts'

export const transfersExamples: readonly Example[] = [
  example(listTransfers, { needs: 'FUND_DISTRIBUTION_VIEW', sent: fund }),
  example(requestTransfer, {
    needs: 'TRANSFER_REQUEST',
    sent: async about => {
      await about.withoutTransfers()
      return {
        ...fund(about),
        body: command({ toFundId: 100_001, toAccountName: 'Matrix Fund', amountMinor: 5_00n, reason: '' }),
      }
    },
    contains: () => 'Matrix Fund',
  }),
  example(withdrawTransfer, {
    needs: 'TRANSFER_REQUEST',
    sent: async about => ({
      params: { fundId: about.fundId, transferId: await about.freshTransfer() },
      body: command({}),
    }),
    onlyFor: 'donor',
    contains: () => 'withdrawn',
  }),
  example(listTransfersToDecide, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshTransfer()
      return {}
    },
    contains: about => about.accountName,
  }),
  example(approveTransfer, {
    needs: 'POSTING_CREATE',
    sent: async about => ({ params: { transferId: await about.freshTransfer() }, body: command({}) }),
    contains: () => 'approved',
  }),
  example(reverseTransfer, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      params: { transferId: await about.madeTransfer() },
      body: command({ reason: 'It was for another fund' }),
    }),
    contains: () => 'approved',
  }),
  example(declineTransfer, {
    needs: 'POSTING_CREATE',
    sent: async about => ({
      params: { transferId: await about.freshTransfer() },
      body: command({ message: 'Please send us the agreement' }),
    }),
    contains: () => 'declined',
  }),
]
