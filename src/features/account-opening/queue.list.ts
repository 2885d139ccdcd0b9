import { list } from '../../contract/list.ts'
import { staffStateLabels, stateSigns } from './domain/application.ts'
import type { QueuedApplication } from './review.contract.ts'

/** The applications that staff review, oldest first (§17). */
export const applicationQueueList = list<QueuedApplication>({
  name: 'application-queue',
  defaultSort: 'since',
  columns: [
    { key: 'since', heading: 'Since', type: 'date', value: row => row.since, sortBy: 'since', widthRem: 8 },
    { key: 'age', heading: 'Days waiting', type: 'number', value: row => row.ageDays, onScreen: 'never' },
    {
      key: 'accountName',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'accountName',
      isRowHeading: true,
      fileWidth: 44,
    },
    { key: 'reference', heading: 'Application', type: 'id', value: row => row.reference },
    { key: 'donors', heading: 'Donors', type: 'text', value: row => row.donors, fileWidth: 44 },
    { key: 'startedBy', heading: 'Started by', type: 'text', value: row => row.startedBy, fileWidth: 30 },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: row => staffStateLabels[row.state],
      sign: row => stateSigns[row.state],
      fileWidth: 36,
    },
    { key: 'owner', heading: 'Owner', type: 'text', value: row => row.owner, fileWidth: 30 },
  ],
})
