import { list } from '../../contract/list.ts'
import type { BankMonthItem } from './bank-month.contract.ts'
import { bankItemLabel } from './domain/bank-items.ts'
import { transferSideText } from './domain/transfer-side.ts'

/** What a bank booked in a month, and what is outstanding at its end. */
export const bankMonthItemsList = list<BankMonthItem>({
  name: 'bank-month-items',
  defaultSort: 'on',
  columns: [
    { key: 'on', heading: 'Date', type: 'date', value: row => row.on, sortBy: 'on', isRowHeading: true },
    {
      key: 'kind',
      heading: 'Kind',
      type: 'text',
      value: (row, { locale }) => bankItemLabel(row.kind, locale),
      fileWidth: 36,
    },
    { key: 'detail', heading: 'What the bank says', type: 'text', value: row => row.detail, fileWidth: 60 },
    {
      key: 'counterparty',
      heading: 'From or to',
      type: 'text',
      value: row => row.counterparty,
      onScreen: 'chosen',
      fileWidth: 40,
    },
    {
      key: 'reference',
      heading: 'Reference',
      type: 'text',
      value: row => row.reference,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    { key: 'days', heading: 'Days', type: 'number', value: row => row.days, onScreen: 'chosen' },
    { key: 'note', heading: 'Note', type: 'text', value: row => row.note, onScreen: 'chosen', fileWidth: 60 },
    {
      key: 'otherSide',
      heading: 'Other side of the transfer',
      type: 'text',
      value: ({ otherSide }, { locale }) => (otherSide === null ? null : transferSideText(otherSide, locale)),
      onScreen: 'chosen',
      fileWidth: 60,
    },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.amountMinor, sortBy: 'amount' },
  ],
})
