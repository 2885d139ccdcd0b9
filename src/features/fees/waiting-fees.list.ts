import { list } from '../../contract/list.ts'
import { batchKinds } from '../posting-batches/domain/posting-batch.ts'
import type { WaitingFee } from './fees.contract.ts'

/** The fees that funds could not pay, and what they were charged too much. */
export const waitingFeesList = list<WaitingFee>({
  name: 'waiting-fees',
  defaultSort: 'fundId',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      fileWidth: 44,
      isRowHeading: true,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, sortBy: 'fundId' },
    { key: 'kind', heading: 'Fee', type: 'text', value: row => batchKinds[row.kind].label, fileWidth: 24 },
    { key: 'waiting', heading: 'Waits', type: 'money', value: row => row.waitingMinor },
    { key: 'available', heading: 'Available now', type: 'money', value: row => row.availableMinor },
  ],
})
