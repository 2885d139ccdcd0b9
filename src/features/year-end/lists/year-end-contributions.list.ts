import { list } from '../../../contract/list.ts'
import { entryColumns } from '../domain/entry-columns.ts'
import type { YearEndContribution } from '../year-end.contract.ts'

export const yearEndContributionsList = list<YearEndContribution>({
  name: 'year-end-contributions',
  defaultSort: '-date',
  columns: [
    ...entryColumns<YearEndContribution>(),
    { key: 'payer', heading: 'Payer', type: 'text', value: ({ payerName }) => payerName },
    { key: 'amount', heading: 'Amount', type: 'money', value: ({ amountMinor }) => amountMinor },
    {
      key: 'receipt',
      heading: 'Receipt',
      type: 'text',
      value: ({ hasReceipt }) => (hasReceipt ? 'Yes' : 'No'),
      onScreen: 'chosen',
    },
  ],
})
