import { list } from '../../contract/list.ts'
import { attentionReasons, stepKinds } from './domain/attention.ts'
import type { InactiveFund } from './inactive-funds.contract.ts'

/** The funds of a book that need attention. */
export const inactiveFundsList = list<InactiveFund>({
  name: 'inactive-funds',
  defaultSort: 'lastGrant',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'account',
      isRowHeading: true,
      fileWidth: 44,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
    {
      key: 'donor',
      heading: 'Donor',
      type: 'text',
      value: row => row.donorName,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'reasons',
      heading: 'Reasons',
      type: 'text',
      value: row => row.reasons.map(reason => attentionReasons[reason]).join(', '),
      fileWidth: 50,
    },
    {
      key: 'lastGrant',
      heading: 'Last grant',
      type: 'date',
      value: row => row.lastGrantOn,
      sortBy: 'lastGrant',
    },
    { key: 'opened', heading: 'Opened', type: 'date', value: row => row.openedOn, onScreen: 'chosen' },
    {
      key: 'available',
      heading: ({ currency }) => `Available (${currency})`,
      type: 'money',
      value: row => row.availableMinor,
      sortBy: 'available',
    },
    {
      key: 'lastStep',
      heading: 'Last step',
      type: 'text',
      value: row => (row.lastStep === null ? null : stepKinds[row.lastStep.kind]),
    },
    {
      key: 'lastStepAt',
      heading: 'On',
      fileHeading: 'Date of last step',
      type: 'instant',
      value: row => row.lastStep?.at ?? null,
    },
    {
      key: 'lastStepBy',
      heading: 'By',
      type: 'text',
      value: row => row.lastStep?.byName ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'term',
      heading: 'Term ends',
      type: 'date',
      value: row => row.termEndsOn,
    },
  ],
})
