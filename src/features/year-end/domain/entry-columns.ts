import type { ListColumn } from '../../../contract/list.ts'
import type { IsoDate } from '../../../domain/dates.ts'

type Entry = {
  transactionId: number
  effectiveDate: IsoDate
  kind: string
  isReversal: boolean
  accountName: string | null
  fundId: number | null
}

/** The columns that the lists of entries share. */
export const entryColumns = <Row extends Entry>(): ListColumn<Row>[] => [
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
