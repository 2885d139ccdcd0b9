import { type ListColumn, list } from '../../contract/list.ts'
import { taxIdColumn } from '../charities/charity-file.list.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { payeeFactLabels } from '../charity-profiles/domain/payee-facts.ts'
import { namings } from '../people/domain/naming.ts'
import { grantSign } from './domain/grant-sign.ts'
import type { QueueName } from './domain/grant-status.ts'
import { paymentLabel } from './domain/payment-label.ts'
import type { GrantRow } from './grants.contract.ts'
import type { QueueRow } from './review/staff-grants.contract.ts'

const charity = {
  key: 'charityName',
  heading: 'Charity',
  type: 'text',
  value: row => charityName(row.charityName),
  fileWidth: 44,
} as const satisfies ListColumn<GrantRow>
const state = {
  key: 'state',
  heading: 'Status',
  type: 'text',
  value: row => row.state,
  sign: row => grantSign(row.state),
} as const satisfies ListColumn<GrantRow>
const transaction = {
  key: 'transactionId',
  heading: 'Transaction',
  type: 'id',
  value: row => Number(row.transactionId),
} as const satisfies ListColumn<GrantRow>

/** A fund's grants, such as those to one charity (§2.7). The amount is net of what came back. */
export const grantsList = list<GrantRow>({
  name: 'grants',
  defaultSort: '-createdDate',
  columns: [
    {
      key: 'createdDate',
      heading: 'Date',
      type: 'date',
      value: row => row.createdDate,
      sortBy: 'createdDate',
      isRowHeading: true,
      widthRem: 10,
    },
    { ...charity, onScreen: 'never' },
    {
      key: 'grantPurpose',
      heading: 'Purpose',
      type: 'text',
      value: row => row.grantPurpose,
      sortBy: 'grantPurpose',
      fileWidth: 44,
    },
    {
      key: 'naming',
      heading: 'What the charity sees',
      type: 'text',
      value: row => namings[row.namingCode],
      onScreen: 'never',
      fileWidth: 30,
    },
    // The screen shows the state below the purpose, and what came back below the amount.
    { ...state, onScreen: 'never' },
    { ...transaction, onScreen: 'chosen' },
    {
      key: 'amount',
      heading: ({ currency }) => `Amount (${currency})`,
      type: 'money',
      value: row => row.amountMinor - row.returnedMinor,
      sortBy: 'amount',
    },
    {
      key: 'returned',
      heading: ({ currency }) => `Returned (${currency})`,
      type: 'money',
      value: row => row.returnedMinor,
      onScreen: 'never',
    },
  ],
})

/** The payee that an approval would confirm. The screen shows all of it in one column. */
const payeeColumns: readonly ListColumn<QueueRow>[] = [
  { key: 'payee', heading: 'Payee', type: 'text', value: ({ payee }) => payee?.name ?? null, fileWidth: 44 },
  {
    key: 'payeeMethod',
    heading: 'Payment',
    type: 'text',
    value: ({ payee }, { locale }) => payee && paymentLabel(payee.method, null, locale),
    onScreen: 'never',
  },
  {
    key: 'payeeAccount',
    heading: 'Account ending in',
    type: 'text',
    value: ({ payee }) => payee?.lastFour ?? null,
    onScreen: 'never',
  },
  {
    key: 'payeeChanges',
    heading: 'Changed since recommended',
    type: 'text',
    value: ({ payee }) => payee?.changes.map(({ fact }) => payeeFactLabels[fact]).join(', ') ?? null,
    onScreen: 'never',
    fileWidth: 44,
  },
]

const queueList = (payee: readonly ListColumn<QueueRow>[]) =>
  list<QueueRow>({
    name: 'grant-queue',
    defaultSort: 'createdDate',
    columns: [
      {
        key: 'age',
        heading: 'Waiting',
        fileHeading: 'Days waiting',
        type: 'number',
        value: row => row.ageDays,
        widthRem: 7,
      },
      { key: 'createdDate', heading: 'Date', type: 'date', value: row => row.createdDate, onScreen: 'never' },
      { ...charity, heading: 'Charity and status', fileHeading: 'Charity', isRowHeading: true },
      taxIdColumn,
      { ...state, onScreen: 'never' },
      {
        key: 'held',
        heading: 'Held because',
        type: 'text',
        value: row => row.held,
        onScreen: 'never',
        fileWidth: 44,
      },
      {
        key: 'fund',
        heading: 'Fund and donor',
        fileHeading: 'Account Name',
        type: 'text',
        value: row => row.accountName,
        fileWidth: 44,
      },
      { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'never' },
      {
        key: 'donorName',
        heading: 'Donor Name',
        type: 'text',
        value: row => row.donorName,
        onScreen: 'never',
      },
      ...payee,
      { ...transaction, onScreen: 'never' },
      {
        key: 'amount',
        heading: ({ currency }) => `Amount (${currency})`,
        type: 'money',
        value: row => row.amountMinor,
        widthRem: 8,
      },
    ],
  })

/** The queues of the sponsor's staff, oldest first (§17). The payee of an approved grant is part of its payment run. */
export const grantQueueLists = {
  'to-approve': queueList(payeeColumns),
  'to-pay': queueList([]),
} as const satisfies Record<QueueName, unknown>
