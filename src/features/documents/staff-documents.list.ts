import { type List, list } from '../../contract/list.ts'
import { rulesOf } from './domain/document-types.ts'
import type { StaffDocument } from './staff-documents.contract.ts'

export const staffDocumentsList: List<StaffDocument> = list<StaffDocument>({
  name: 'staff-documents',
  defaultSort: '-addedDate',
  columns: [
    {
      key: 'fileName',
      heading: 'Document',
      type: 'text',
      value: row => row.fileName,
      sortBy: 'fileName',
      isRowHeading: true,
      widthRem: 15,
    },
    {
      key: 'type',
      heading: 'Type',
      type: 'text',
      value: row => rulesOf(row.type).label,
      sortBy: 'type',
      widthRem: 8,
    },
    {
      key: 'addedDate',
      heading: 'Date',
      type: 'date',
      value: row => row.addedDate,
      sortBy: 'addedDate',
      widthRem: 7,
    },
    {
      key: 'archivedDate',
      heading: 'Archived',
      type: 'date',
      value: row => row.archivedDate,
      widthRem: 7,
    },
    {
      key: 'deletionDate',
      heading: 'To be deleted on',
      type: 'date',
      value: row => row.deletionDate,
      widthRem: 7,
    },
  ],
})
