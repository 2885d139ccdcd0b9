import { list } from '../../contract/list.ts'
import type { QueuedRequest } from './relationship-requests.contract.ts'

/** The requests that staff decide, oldest first (§17). */
export const requestsList = list<QueuedRequest>({
  name: 'relationship-requests',
  defaultSort: 'requestedDate',
  columns: [
    {
      key: 'requestedDate',
      heading: 'Requested',
      type: 'date',
      value: row => row.requestedDate,
      sortBy: 'requestedDate',
      widthRem: 8,
    },
    { key: 'age', heading: 'Days waiting', type: 'number', value: row => row.ageDays, onScreen: 'never' },
    {
      key: 'sentence',
      heading: 'Request',
      type: 'text',
      value: row => row.sentence,
      isRowHeading: true,
      fileWidth: 60,
    },
    {
      key: 'email',
      heading: 'E-mail',
      type: 'text',
      value: row => row.email,
      onScreen: 'chosen',
      fileWidth: 36,
    },
    {
      key: 'requestedBy',
      heading: 'Requested by',
      type: 'text',
      value: row => row.requestedBy,
      fileWidth: 30,
    },
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'accountName',
      fileWidth: 44,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
  ],
})
