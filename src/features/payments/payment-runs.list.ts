import { list } from '../../contract/list.ts'
import { methodTitle, runSign, runState } from './domain/run-labels.ts'
import type { Run } from './payments.contract.ts'

/** The payment runs of a book, latest first (§13). */
export const paymentRunsList = list<Run>({
  name: 'payment-runs',
  defaultSort: '-runNumber',
  columns: [
    {
      key: 'runNumber',
      heading: 'Run',
      type: 'id',
      value: row => row.runNumber,
      sortBy: 'runNumber',
      isRowHeading: true,
    },
    {
      key: 'method',
      heading: 'Paid by',
      type: 'text',
      value: (row, { locale }) => methodTitle(row.method, locale),
    },
    {
      key: 'paymentOn',
      heading: 'Payment day',
      type: 'date',
      value: row => row.paymentOn,
      sortBy: 'paymentOn',
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: (row, { locale }) => runState(row, locale),
      sign: runSign,
      fileWidth: 36,
    },
    { key: 'payments', heading: 'Payments', type: 'number', value: row => row.payments },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.amountMinor },
    {
      key: 'returned',
      heading: 'Returned',
      type: 'money',
      value: row => row.returnedMinor,
      onScreen: 'chosen',
    },
    {
      key: 'createdBy',
      heading: 'Created by',
      type: 'text',
      value: row => row.createdByName,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'createdAt',
      heading: 'Created',
      type: 'instant',
      value: row => row.createdAt,
      onScreen: 'chosen',
    },
  ],
})
