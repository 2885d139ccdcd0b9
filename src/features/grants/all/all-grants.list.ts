import { type ListColumn, list } from '../../../contract/list.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { taxIdColumn } from '../../charities/charity-file.list.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { registerNameOf } from '../../charities/domain/charity-register.ts'
import { namings } from '../../people/domain/naming.ts'
import { grantSign } from '../domain/grant-sign.ts'
import { paymentLabel } from '../domain/payment-label.ts'
import type { BookGrant } from './all-grants.contract.ts'

/** The classes of the IRS are known for charities of the United States alone; elsewhere the register tells charities apart. */
const classOrRegister = (locale: string): ListColumn<BookGrant> =>
  locale === 'en-US'
    ? {
        key: 'charityClass',
        heading: 'Class (NTEE)',
        type: 'text',
        value: row => row.charityClass,
        onScreen: 'chosen',
      }
    : {
        key: 'register',
        heading: 'Register',
        type: 'text',
        value: row => registerNameOf(row.charityId),
        onScreen: 'chosen',
        fileWidth: 20,
      }

const columnsOf = (locale: string): ListColumn<BookGrant>[] => [
  {
    key: 'transactionId',
    heading: 'Grant',
    type: 'id',
    value: row => Number(row.transactionId),
    sortBy: 'transactionId',
    isRowHeading: true,
  },
  { key: 'createdDate', heading: 'Recommended', type: 'date', value: row => row.createdDate },
  {
    key: 'charityName',
    heading: 'Charity',
    type: 'text',
    value: row => charityName(row.charityName),
    fileWidth: 44,
  },
  { ...taxIdColumn, onScreen: 'chosen' },
  classOrRegister(locale),
  { key: 'account', heading: 'Account', type: 'text', value: row => row.accountName, fileWidth: 44 },
  { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
  {
    key: 'donorName',
    heading: 'Donor',
    type: 'text',
    value: row => row.donorName,
    onScreen: 'chosen',
    fileWidth: 30,
  },
  {
    key: 'grantPurpose',
    heading: 'Purpose',
    type: 'text',
    value: row => row.grantPurpose,
    onScreen: 'chosen',
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
  {
    key: 'state',
    heading: 'Status',
    type: 'text',
    value: row => row.state,
    sign: row => grantSign(row.state),
  },
  { key: 'paidOn', heading: 'Paid', type: 'date', value: row => row.paidOn, onScreen: 'chosen' },
  {
    key: 'method',
    heading: 'Payment',
    type: 'text',
    value: (row, { locale }) => row.paymentMethod && paymentLabel(row.paymentMethod, null, locale),
    onScreen: 'chosen',
  },
  {
    key: 'checkNumber',
    heading: ({ locale }) => localEnglish('Cheque number', locale),
    type: 'id',
    value: row => row.checkNumber,
    onScreen: 'chosen',
  },
  {
    key: 'paymentReference',
    heading: 'Reference',
    type: 'text',
    value: row => row.paymentReference,
    onScreen: 'chosen',
  },
  { key: 'runNumber', heading: 'Run', type: 'id', value: row => row.runNumber, onScreen: 'chosen' },
  {
    key: 'amount',
    heading: ({ currency }) => `Amount (${currency})`,
    type: 'money',
    value: row => row.amountMinor,
  },
  {
    key: 'returned',
    heading: ({ currency }) => `Returned (${currency})`,
    type: 'money',
    value: row => row.returnedMinor,
    onScreen: 'chosen',
  },
]

/** All grants of a book, latest first. */
export const allGrantsList = (locale: string) =>
  list<BookGrant>({ name: 'all-grants', defaultSort: '-transactionId', columns: columnsOf(locale) })
