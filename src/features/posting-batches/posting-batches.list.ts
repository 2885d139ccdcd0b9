import { list } from '../../contract/list.ts'
import { batchKinds, batchSigns, batchSourceLabels, batchStatusLabels } from './domain/posting-batch.ts'
import type { PostingBatch } from './posting-batches.contract.ts'

/** The batches of postings of a book, latest first. */
export const postingBatchesList = list<PostingBatch>({
  name: 'posting-batches',
  defaultSort: '-batchNumber',
  columns: [
    {
      key: 'batchNumber',
      heading: 'Batch',
      type: 'id',
      value: row => row.batchNumber,
      sortBy: 'batchNumber',
      isRowHeading: true,
    },
    { key: 'reference', heading: 'Name', type: 'text', value: row => row.reference, fileWidth: 40 },
    {
      key: 'kinds',
      heading: 'Kinds',
      type: 'text',
      value: row => row.kinds.map(kind => batchKinds[kind].label).join(', '),
      fileWidth: 40,
    },
    { key: 'lines', heading: 'Lines', type: 'number', value: row => row.lines },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.amountMinor },
    {
      key: 'status',
      heading: 'Status',
      type: 'text',
      value: row => batchStatusLabels[row.status],
      sign: row => batchSigns[row.status],
      fileWidth: 28,
    },
    {
      key: 'enteredAt',
      heading: 'Entered',
      type: 'instant',
      value: row => row.enteredAt,
      onScreen: 'chosen',
    },
    {
      key: 'enteredBy',
      heading: 'Entered by',
      type: 'text',
      value: row => row.enteredByName,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'confirmedBy',
      heading: 'Confirmed by',
      type: 'text',
      value: row => row.confirmedByName,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'fileName',
      heading: 'From',
      type: 'text',
      value: row => row.fileName ?? batchSourceLabels[row.source],
      onScreen: 'chosen',
      fileWidth: 40,
    },
  ],
})
