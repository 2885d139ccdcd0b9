import { type ListColumn, list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { grantSign } from '../grants/domain/grant-sign.ts'
import type { PaymentMethod } from '../grants/domain/payment-label.ts'
import type { RunPayment } from './run-payment.contract.ts'

const paymentsOf = (paidTo: ListColumn<RunPayment>) =>
  list<RunPayment>({
    name: 'run-payments',
    defaultSort: 'place',
    columns: [
      {
        key: 'charity',
        heading: 'Charity',
        type: 'text',
        value: row => charityName(row.charityName),
        sortBy: 'charityName',
        isRowHeading: true,
        fileWidth: 44,
      },
      {
        key: 'transactionId',
        heading: 'Grant',
        type: 'id',
        value: row => Number(row.transactionId),
        sortBy: 'transactionId',
        onScreen: 'chosen',
      },
      {
        key: 'payee',
        heading: 'Made out to',
        type: 'text',
        value: row => row.payeeName,
        onScreen: 'never',
        fileWidth: 44,
      },
      {
        key: 'fund',
        heading: 'Fund',
        type: 'text',
        value: row => row.accountName,
        sortBy: 'accountName',
        fileWidth: 44,
      },
      paidTo,
      { key: 'problem', heading: 'Problem', type: 'text', value: row => row.problem, fileWidth: 60 },
      {
        key: 'state',
        heading: 'Status',
        type: 'text',
        value: row => row.state,
        fileWidth: 24,
        sign: row => grantSign(row.state) ?? 'refused',
      },
      {
        key: 'amount',
        heading: 'Amount',
        type: 'money',
        value: row => row.amountMinor,
        sortBy: 'amountMinor',
      },
    ],
  })

const paidTo = { key: 'to', type: 'text', value: (row: RunPayment) => row.paidTo } as const

/** The payments of a run, at first in the order of its file. */
export const runPaymentsLists = {
  eft: paymentsOf({ ...paidTo, heading: 'Account ending in' }),
  cheque: paymentsOf({ ...paidTo, heading: ({ locale }) => localEnglish('Cheque', locale) }),
} as const satisfies Record<PaymentMethod, unknown>
