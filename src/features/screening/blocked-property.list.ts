import { list } from '../../contract/list.ts'
import type { BlockedAccount } from './blocked-property.contract.ts'
import { listLabels } from './domain/finding-labels.ts'

/** The accounts that are blocked property, as the yearly report wants them. */
export const blockedPropertyList = list<BlockedAccount>({
  name: 'blocked-property',
  defaultSort: 'fundId',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: ({ accountName }) => accountName,
      isRowHeading: true,
      fileWidth: 40,
    },
    { key: 'fundId', heading: 'Account ID', type: 'text', value: ({ fundId }) => String(fundId) },
    { key: 'person', heading: 'Person', type: 'text', value: ({ personName }) => personName, fileWidth: 40 },
    {
      key: 'listed',
      heading: 'On the list',
      type: 'text',
      value: ({ listedName }) => listedName,
      fileWidth: 40,
    },
    { key: 'list', heading: 'List', type: 'text', value: ({ list: name }) => listLabels[name] },
    { key: 'entry', heading: 'Entry', type: 'text', value: ({ entryNumber }) => entryNumber },
    { key: 'programs', heading: 'Programs', type: 'text', value: ({ programs }) => programs.join(', ') },
    { key: 'blocked', heading: 'Blocked on', type: 'date', value: ({ blockedOn }) => blockedOn },
    {
      key: 'excluded',
      heading: 'Of it excluded assets',
      type: 'money',
      value: ({ excludedMinor }) => excludedMinor,
    },
    {
      key: 'balance',
      heading: 'Balance on the day',
      type: 'money',
      value: ({ balanceMinor }) => balanceMinor,
    },
  ],
})
