import { list } from '../../contract/list.ts'
import { batchKinds } from '../posting-batches/domain/posting-batch.ts'
import type { FeeWriteOff } from './fee-write-offs.contract.ts'

/** The owed fees that were written off, latest first. */
export const feeWriteOffsList = list<FeeWriteOff>({
  name: 'fee-write-offs',
  defaultSort: '-writtenOffAt',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      isRowHeading: true,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId },
    { key: 'kind', heading: 'Fee', type: 'text', value: row => batchKinds[row.kind].label },
    { key: 'amount', heading: 'Written off', type: 'money', value: row => row.amountMinor },
    { key: 'ended', heading: 'Ended by a reversal', type: 'money', value: row => row.endedMinor },
    { key: 'reason', heading: 'Reason', type: 'text', value: row => row.reason },
    {
      key: 'writtenOffAt',
      heading: 'When',
      type: 'instant',
      value: row => row.writtenOffAt,
      sortBy: 'writtenOffAt',
    },
    { key: 'enteredBy', heading: 'Entered by', type: 'text', value: row => row.enteredByName },
    { key: 'confirmedBy', heading: 'Confirmed by', type: 'text', value: row => row.confirmedByName },
  ],
})
