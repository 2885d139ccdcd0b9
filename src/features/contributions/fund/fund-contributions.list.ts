import { list } from '../../../contract/list.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { assetText, contributionSigns, contributionStateLabels } from '../domain/contribution.ts'
import { giftText } from './domain/fund-contribution.ts'
import type { FundContribution } from './fund-contributions.contract.ts'

/** What was given to a fund, and what is announced or expected (§17, /contributions). */
export const fundContributionsList = list<FundContribution>({
  name: 'fund-contributions',
  defaultSort: '-date',
  columns: [
    { key: 'date', heading: 'Date', type: 'date', value: row => row.date, sortBy: 'date', widthRem: 8 },
    {
      key: 'gift',
      heading: 'Contribution',
      type: 'text',
      value: (row, { locale }) => giftText(row, locale),
      isRowHeading: true,
      fileWidth: 24,
    },
    {
      key: 'assets',
      heading: 'Assets',
      type: 'text',
      value: (row, { locale }) =>
        row.assets.length === 0 ? null : row.assets.map(asset => assetText(asset, locale)).join('; '),
      onScreen: 'never',
      fileWidth: 60,
    },
    {
      key: 'sentFrom',
      heading: 'Sent from',
      type: 'text',
      value: row => row.sentFrom,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    { key: 'sendsOn', heading: 'To be sent on', type: 'date', value: row => row.sendsOn, onScreen: 'chosen' },
    {
      key: 'transactionId',
      heading: 'Reference',
      type: 'id',
      value: row => row.transactionId,
      fileWidth: 14,
      widthRem: 8,
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: (row, { locale }) => localEnglish(contributionStateLabels[row.state], locale),
      sign: row => contributionSigns[row.state],
      fileWidth: 24,
    },
    {
      key: 'receipt',
      heading: 'Receipt',
      type: 'text',
      value: row => (row.receipt?.state === 'issued' ? row.receipt.name : null),
      onScreen: 'never',
      fileWidth: 30,
    },
    {
      key: 'amount',
      heading: ({ currency }) => `Amount (${currency})`,
      type: 'money',
      value: row => row.amountMinor,
      sortBy: 'amount',
      widthRem: 8,
    },
  ],
})
