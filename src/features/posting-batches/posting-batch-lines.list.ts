import { list } from '../../contract/list.ts'
import { batchKinds, lineSigns, lineStateLabels } from './domain/posting-batch.ts'
import type { PostingBatchLine } from './posting-batches.contract.ts'

/** The lines of a batch, in the order of its file. */
export const postingBatchLinesList = list<PostingBatchLine>({
  name: 'posting-batch-lines',
  defaultSort: 'line',
  columns: [
    {
      key: 'line',
      heading: 'Line',
      type: 'id',
      value: row => row.line,
      sortBy: 'line',
      isRowHeading: true,
    },
    { key: 'account', heading: 'Account', type: 'text', value: row => row.accountName, fileWidth: 44 },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId },
    { key: 'kind', heading: 'Kind', type: 'text', value: row => batchKinds[row.kind].label, fileWidth: 26 },
    { key: 'effectiveDate', heading: 'Date', type: 'date', value: row => row.effectiveDate },
    {
      key: 'postedOn',
      heading: 'Posted on',
      type: 'date',
      value: row => (row.transactionId === null ? null : (row.postedOn ?? row.effectiveDate)),
      onScreen: 'never',
    },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.amountMinor },
    {
      key: 'posted',
      heading: 'Posted',
      type: 'money',
      value: row => row.postedMinor,
      onScreen: 'chosen',
    },
    {
      key: 'basis',
      heading: 'Divided by the balance',
      type: 'money',
      value: row => row.basisMinor,
      onScreen: 'chosen',
    },
    {
      key: 'arrears',
      heading: 'From earlier batches',
      type: 'money',
      value: row => (row.arrearsMinor === 0n ? null : row.arrearsMinor),
      onScreen: 'chosen',
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: row => lineStateLabels[row.state],
      sign: row => lineSigns[row.state],
    },
    { key: 'note', heading: 'Why', type: 'text', value: row => row.note, onScreen: 'never', fileWidth: 60 },
    {
      key: 'transactionId',
      heading: 'Transaction',
      type: 'id',
      value: row => row.transactionId,
    },
    {
      key: 'reversal',
      heading: 'Reversed by',
      type: 'id',
      value: row => row.reversalTransactionId,
      onScreen: 'never',
    },
    {
      key: 'comment',
      heading: 'Comment',
      type: 'text',
      value: row => row.comment,
      onScreen: 'chosen',
      fileWidth: 44,
    },
  ],
})
