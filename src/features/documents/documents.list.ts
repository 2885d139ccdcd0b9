import { type List, list } from '../../contract/list.ts'
import type { AccountDocument } from './documents.contract.ts'
import { rulesOf } from './domain/document-types.ts'

/** The documents of an account (§2.8). */
export const documentsList: List<AccountDocument> = list<AccountDocument>({
  name: 'documents',
  defaultSort: '-addedDate',
  columns: [
    {
      key: 'fileName',
      heading: 'Document',
      type: 'text',
      value: row => row.fileName,
      sortBy: 'fileName',
      isRowHeading: true,
      widthRem: 22,
    },
    {
      key: 'type',
      heading: 'Type',
      type: 'text',
      value: row => rulesOf(row.type).label,
      sortBy: 'type',
      widthRem: 11,
    },
    { key: 'addedDate', heading: 'Date', type: 'date', value: row => row.addedDate, sortBy: 'addedDate' },
    {
      key: 'deletionDate',
      heading: 'To be deleted on',
      type: 'date',
      value: row => row.deletionDate,
      permission: 'DOCUMENT_MANAGE',
    },
  ],
})
