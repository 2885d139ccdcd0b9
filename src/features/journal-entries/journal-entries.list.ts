import { list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { ownerText } from './domain/entry-texts.ts'
import type { JournalEntry } from './journal-entries.contract.ts'

/** The entries of the ledger of a book, latest first. */
export const journalEntriesList = list<JournalEntry>({
  name: 'journal-entries',
  defaultSort: '-transactionId',
  columns: [
    {
      key: 'transactionId',
      heading: 'Entry',
      type: 'id',
      value: row => row.transactionId,
      sortBy: 'transactionId',
      isRowHeading: true,
    },
    { key: 'effectiveDate', heading: 'Date', type: 'date', value: row => row.effectiveDate },
    {
      key: 'concernsDate',
      heading: 'Concerns',
      type: 'date',
      value: row => row.concernsDate,
      onScreen: 'chosen',
    },
    {
      key: 'kind',
      heading: 'Type',
      type: 'text',
      value: (row, { locale }) => localEnglish(row.transactionTypeName, locale),
      fileWidth: 28,
    },
    { key: 'account', heading: 'Account', type: 'text', value: row => row.accountName, fileWidth: 44 },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
    { key: 'owner', heading: 'Belongs to', type: 'text', value: row => ownerText(row.owner), fileWidth: 28 },
    {
      key: 'charityName',
      heading: 'Charity',
      type: 'text',
      value: row => row.charityName && charityName(row.charityName),
      onScreen: 'chosen',
      fileWidth: 44,
    },
    {
      key: 'charityClass',
      heading: 'Class (NTEE)',
      type: 'text',
      value: row => row.charityClass,
      onScreen: 'chosen',
    },
    {
      key: 'batch',
      heading: 'Batch',
      type: 'id',
      value: ({ owner }) => (owner?.kind === 'batch' ? owner.number : null),
      onScreen: 'chosen',
    },
    { key: 'reference', heading: 'Reference', type: 'text', value: row => row.reference, onScreen: 'chosen' },
    {
      key: 'reverses',
      heading: 'Reverses',
      type: 'id',
      value: row => row.reverses?.transactionId ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'reversedBy',
      heading: 'Reversed by',
      type: 'id',
      value: row => row.reversedBy?.transactionId ?? null,
      onScreen: 'chosen',
    },
    {
      key: 'comment',
      heading: 'Comment',
      type: 'text',
      value: row => row.comment,
      onScreen: 'chosen',
      fileWidth: 44,
    },
    {
      key: 'recordedAt',
      heading: 'Posted',
      type: 'instant',
      value: row => row.recordedAt,
      onScreen: 'chosen',
    },
    {
      key: 'amount',
      heading: ({ currency }) => `Amount (${currency})`,
      type: 'money',
      value: row => row.amountMinor,
    },
  ],
})
