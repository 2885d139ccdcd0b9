import { list } from '../../contract/list.ts'
import type { PendingDocument } from './pending-documents.contract.ts'

/** The documents that wait for signatures (§2.10), oldest first. Widths in the file as in §9. */
export const pendingDocumentsList = list<PendingDocument>({
  name: 'pending-documents',
  defaultSort: 'transactionDate',
  columns: [
    {
      key: 'fileName',
      heading: 'Document Name',
      type: 'text',
      value: row => row.fileName,
      sortBy: 'fileName',
      isRowHeading: true,
      widthRem: 22,
      fileWidth: 60,
    },
    { key: 'type', heading: 'Type', type: 'text', value: () => 'Contribution', widthRem: 9, fileWidth: 15 },
    {
      key: 'transactionDate',
      heading: 'Date',
      type: 'date',
      value: row => row.transactionDate,
      sortBy: 'transactionDate',
      widthRem: 9,
      fileWidth: 15,
    },
  ],
})
