import { list } from '../../contract/list.ts'
import { percentText } from './domain/describe-terms.ts'
import { reductionLabels, reductionSigns } from './domain/reduction-labels.ts'
import type { FeeReduction } from './fee-reductions.contract.ts'

/** The waivers and reductions of fees, latest first. */
export const feeReductionsList = list<FeeReduction>({
  name: 'fee-reductions',
  defaultSort: '-enteredAt',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      isRowHeading: true,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId },
    { key: 'fee', heading: 'Fee', type: 'text', value: row => row.title, onScreen: 'chosen' },
    {
      key: 'part',
      heading: 'Reduced by',
      type: 'text',
      value: (row, { locale }) =>
        row.hundredths === 10_000 ? 'Waived' : percentText(row.hundredths, locale),
    },
    { key: 'startsOn', heading: 'From', type: 'date', value: row => row.startsOn },
    { key: 'endsOn', heading: 'Until', type: 'date', value: row => row.endsOn },
    { key: 'reason', heading: 'Reason', type: 'text', value: row => row.reason },
    {
      key: 'status',
      heading: 'Status',
      type: 'text',
      value: row => reductionLabels[row.status],
      sign: row => reductionSigns[row.status],
    },
    {
      key: 'enteredAt',
      heading: 'Entered',
      type: 'instant',
      value: row => row.enteredAt,
      sortBy: 'enteredAt',
      onScreen: 'chosen',
    },
    {
      key: 'enteredBy',
      heading: 'Entered by',
      type: 'text',
      value: row => row.enteredByName,
      onScreen: 'chosen',
    },
    {
      key: 'confirmedBy',
      heading: 'Confirmed by',
      type: 'text',
      value: row => row.confirmedByName,
      onScreen: 'chosen',
    },
    {
      key: 'endedBy',
      heading: 'Ended by',
      type: 'text',
      value: row => row.endedByName,
      onScreen: 'chosen',
    },
  ],
})
