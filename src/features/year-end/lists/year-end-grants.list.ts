import { list } from '../../../contract/list.ts'
import { entryColumns } from '../domain/entry-columns.ts'
import type { YearEndGrant } from '../year-end.contract.ts'

export const yearEndGrantsList = list<YearEndGrant>({
  name: 'year-end-grants',
  defaultSort: '-date',
  columns: [
    ...entryColumns<YearEndGrant>(),
    { key: 'charity', heading: 'Charity', type: 'text', value: ({ charityName }) => charityName },
    {
      key: 'grant',
      heading: 'Grant',
      type: 'id',
      value: ({ grantNumber }) => grantNumber,
      onScreen: 'chosen',
    },
    { key: 'cash', heading: 'Paid', type: 'money', value: ({ cashMinor }) => cashMinor },
    { key: 'accrual', heading: 'Approved', type: 'money', value: ({ accrualMinor }) => accrualMinor },
    {
      key: 'letter',
      heading: 'Letter',
      type: 'text',
      value: ({ hasLetter }) => (hasLetter ? 'Yes' : 'No'),
      onScreen: 'chosen',
    },
  ],
})
