import { list } from '../../contract/list.ts'
import type { FeeCharge } from './fees.contract.ts'

/** What a fee run charges each fund, with its working. */
export const feeChargesList = list<FeeCharge>({
  name: 'fee-charges',
  defaultSort: 'fundId',
  columns: [
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      fileWidth: 44,
      isRowHeading: true,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, sortBy: 'fundId' },
    { key: 'periodFrom', heading: 'From', type: 'date', value: row => row.periodFrom, onScreen: 'chosen' },
    { key: 'periodTo', heading: 'To', type: 'date', value: row => row.periodTo, onScreen: 'chosen' },
    {
      key: 'termsFrom',
      heading: 'Terms from',
      type: 'date',
      value: row => row.termsFrom,
      onScreen: 'chosen',
    },
    { key: 'baseDays', heading: 'Days', type: 'number', value: row => row.baseDays },
    { key: 'average', heading: 'Average balance', type: 'money', value: row => row.averageMinor },
    { key: 'fee', heading: 'Fee', type: 'money', value: row => row.feeMinor, sortBy: 'fee' },
    {
      key: 'why',
      heading: 'Because of',
      type: 'text',
      value: row => reasonsOf(row).join(', '),
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'chargedBefore',
      heading: 'Charged before',
      type: 'money',
      value: row => row.chargedBeforeMinor,
      onScreen: 'chosen',
    },
    { key: 'due', heading: 'Charged', type: 'money', value: row => row.dueMinor },
  ],
})

/** What made the fee other than its tiers. */
export const reasonsOf = ({
  isMinimum,
  reducedHundredths,
}: Pick<FeeCharge, 'isMinimum' | 'reducedHundredths'>): string[] => [
  ...(isMinimum ? ['minimum'] : []),
  ...(reducedHundredths === 10_000 ? ['waived'] : reducedHundredths > 0 ? ['reduced'] : []),
]
