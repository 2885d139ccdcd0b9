import { list } from '../../../contract/list.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { namings } from '../../people/domain/naming.ts'
import { enteredForYou } from '../domain/advice-text.ts'
import { grantSign } from '../domain/grant-sign.ts'
import { frequencies } from '../schedules/domain/schedule.ts'
import type { GivingRow } from './giving.contract.ts'

/** Every grant and schedule of a fund (§13). The amount is net of returns; a schedule's is that of each grant. */
export const givingList = list<GivingRow>({
  name: 'giving',
  defaultSort: '-createdDate',
  columns: [
    {
      key: 'createdDate',
      heading: 'Date',
      type: 'date',
      value: row => row.createdDate,
      sortBy: 'createdDate',
      widthRem: 8,
    },
    {
      key: 'charityName',
      heading: 'Charity',
      type: 'text',
      value: row => charityName(row.charityName),
      sortBy: 'charityName',
      isRowHeading: true,
      fileWidth: 44,
    },
    {
      key: 'purpose',
      heading: 'Purpose',
      type: 'text',
      value: row => row.purpose,
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
      key: 'cause',
      heading: 'Cause',
      type: 'text',
      value: row => row.cause,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'frequency',
      heading: 'How often',
      type: 'text',
      value: row => (row.frequency === null ? frequencies.once : frequencies[row.frequency]),
      onScreen: 'chosen',
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: row => row.state,
      fileWidth: 30,
      sign: row => grantSign(row.state),
    },
    { key: 'nextStep', heading: 'Next step', type: 'text', value: row => row.nextStep, fileWidth: 30 },
    {
      key: 'nextDate',
      heading: 'Expected by',
      type: 'date',
      value: row => row.nextDate,
      onScreen: 'never',
    },
    {
      key: 'recommendedByName',
      heading: 'Recommended by',
      type: 'text',
      value: row => row.recommendedByName ?? enteredForYou,
      onScreen: 'chosen',
    },
    {
      key: 'transactionId',
      heading: 'Transaction',
      type: 'id',
      value: row => (row.transactionId === null ? null : Number(row.transactionId)),
      onScreen: 'chosen',
    },
    {
      key: 'amount',
      heading: ({ currency }) => `Amount (${currency})`,
      type: 'money',
      value: row => row.amountMinor - row.returnedMinor,
      sortBy: 'amount',
      widthRem: 8,
    },
  ],
})
