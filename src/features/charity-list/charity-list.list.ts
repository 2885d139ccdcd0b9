import { list } from '../../contract/list.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import type { ListedCharity } from './charity-list.contract.ts'

/** A fund's charity list (§4). */
export const charityListColumns = list<ListedCharity>({
  name: 'charity-list',
  defaultSort: 'name',
  columns: [
    {
      key: 'name',
      heading: 'Charity',
      type: 'text',
      value: row => charityName(row.name),
      sortBy: 'name',
      isRowHeading: true,
      fileWidth: 44,
    },
    {
      key: 'cause',
      heading: 'Cause',
      type: 'text',
      value: row => row.cause,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    { key: 'note', heading: 'Note', type: 'text', value: row => row.note, fileWidth: 44 },
    {
      key: 'flag',
      heading: 'What changed',
      type: 'text',
      value: row => row.flag,
      onScreen: 'never',
      fileWidth: 60,
    },
    {
      key: 'lastGrant',
      heading: 'Last grant',
      type: 'date',
      value: row => row.lastGrant?.date ?? null,
      sortBy: 'lastGrant',
      widthRem: 8,
    },
    {
      key: 'lastAmount',
      heading: ({ currency }) => `Amount of the last grant (${currency})`,
      type: 'money',
      value: row => row.lastGrant?.amountMinor ?? null,
      onScreen: 'never',
    },
    {
      key: 'total',
      heading: ({ currency }) => `Total given (${currency})`,
      type: 'money',
      value: row => row.totalMinor,
      sortBy: 'total',
      widthRem: 8,
    },
  ],
})
