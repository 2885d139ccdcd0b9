import type { ListColumn } from '../../../contract/list.ts'
import type { YearEndContribution, YearEndGrant } from '../year-end.contract.ts'

/** The columns that the lists of entries share. */
export const entryColumns = <Row extends YearEndGrant | YearEndContribution>(): ListColumn<Row>[] => [
  {
    key: 'number',
    heading: 'Transaction',
    type: 'id',
    value: ({ transactionId }) => transactionId,
    isRowHeading: true,
  },
  { key: 'date', heading: 'Date', type: 'date', value: ({ effectiveDate }) => effectiveDate, sortBy: 'date' },
  {
    key: 'kind',
    heading: 'Kind',
    type: 'text',
    value: ({ kind, isReversal }) => (isReversal ? `Reversal: ${kind}` : kind),
    fileWidth: 28,
  },
  {
    key: 'account',
    heading: 'Account',
    type: 'text',
    value: ({ accountName }) => accountName,
    fileWidth: 40,
  },
  { key: 'fundId', heading: 'Account ID', type: 'id', value: ({ fundId }) => fundId, onScreen: 'chosen' },
]
