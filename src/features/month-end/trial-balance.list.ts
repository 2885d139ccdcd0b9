import { list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { ledgerNames } from '../journal-entries/domain/entry-texts.ts'
import { monthName } from './domain/months.ts'
import type { TrialBalanceRow } from './month-end.contract.ts'

/**
 * The ledger accounts by month. What a fund has is a credit, as a liability or net asset of the sponsor is; what came in from outside is
 * the debit against it.
 */
export const trialBalanceList = list<TrialBalanceRow>({
  name: 'trial-balance',
  defaultSort: 'month',
  columns: [
    {
      key: 'ledger',
      heading: 'Ledger account',
      type: 'text',
      value: ({ ledger }, { locale }) => localEnglish(ledgerNames[ledger] ?? ledger, locale),
      isRowHeading: true,
      fileWidth: 28,
    },
    {
      key: 'of',
      heading: 'Of',
      type: 'text',
      value: ({ isOfFunds }) => (isOfFunds ? 'All funds' : 'The book'),
    },
    {
      key: 'month',
      heading: 'Month',
      type: 'text',
      value: row => monthName(row.month, 'en-US'),
      fileWidth: 18,
    },
    { key: 'opening', heading: 'Opening', type: 'money', value: ({ openingMinor }) => openingMinor },
    { key: 'postings', heading: 'Postings', type: 'number', value: ({ postings }) => postings },
    { key: 'change', heading: 'Change', type: 'money', value: ({ changeMinor }) => changeMinor },
    {
      key: 'closing',
      heading: 'Closing',
      type: 'money',
      value: ({ closingMinor }) => closingMinor,
      onScreen: 'chosen',
    },
    {
      key: 'debit',
      heading: 'Closing debit',
      type: 'money',
      value: ({ closingMinor }) => (closingMinor < 0n ? -closingMinor : 0n),
    },
    {
      key: 'credit',
      heading: 'Closing credit',
      type: 'money',
      value: ({ closingMinor }) => (closingMinor > 0n ? closingMinor : 0n),
    },
  ],
})
