import { list } from '../../contract/list.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { Contribution } from './contributions.contract.ts'
import {
  assetText,
  contributionSigns,
  contributionStateLabels,
  documentStateLabels,
  kindsOfContribution,
} from './domain/contribution.ts'

/** The label of a document's state; 'Being withdrawn' until its provider has confirmed it. */
export const documentStateText = (document: Contribution['document']): string | null => {
  if (document === null) return null
  const isWaiting = document.state === 'preparing' || document.state === 'pending'
  return document.isBeingWithdrawn && isWaiting ? 'Being withdrawn' : documentStateLabels[document.state]
}

/** The number of a receipt, and what became of it. */
export function receiptStateText({ number, state, isFiled }: NonNullable<Contribution['receipt']>): string {
  if (state === 'withdrawn') return `Receipt ${number}, withdrawn`
  if (state === 'superseded') return `Receipt ${number}, superseded`
  return isFiled ? `Receipt ${number}` : `Receipt ${number}, being made`
}

/** The signers who have not signed yet, if the document is out for signature. */
export const waitsFor = (document: Contribution['document']): string | null =>
  document?.state === 'pending'
    ? document.signers
        .filter(({ state }) => state === 'waiting')
        .map(({ name }) => name)
        .join(', ')
    : null

/** The contributions that staff entered, newest first. */
export const contributionsList = list<Contribution>({
  name: 'contributions',
  defaultSort: '-enteredDate',
  columns: [
    {
      key: 'transactionId',
      heading: 'Transaction',
      type: 'id',
      value: row => row.transactionId,
      isRowHeading: true,
      fileWidth: 14,
    },
    {
      key: 'enteredDate',
      heading: 'Entered',
      type: 'date',
      value: row => row.enteredDate,
      sortBy: 'enteredDate',
      widthRem: 8,
    },
    {
      key: 'enteredBy',
      heading: 'Entered by',
      type: 'text',
      value: row => row.enteredBy,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'account',
      heading: 'Account',
      type: 'text',
      value: row => row.accountName,
      sortBy: 'accountName',
      fileWidth: 44,
    },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
    {
      key: 'kind',
      heading: 'Type',
      type: 'text',
      value: (row, { locale }) => localEnglish(kindsOfContribution[row.kind].label, locale),
    },
    { key: 'amount', heading: 'Amount', type: 'money', value: row => row.receivedMinor ?? row.amountMinor },
    {
      key: 'assets',
      heading: 'Assets',
      type: 'text',
      value: row =>
        row.assets.length === 0 ? null : row.assets.map(asset => assetText(asset, 'en')).join('; '),
      onScreen: 'chosen',
      fileWidth: 60,
    },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: (row, { locale }) => localEnglish(contributionStateLabels[row.state], locale),
      sign: row => contributionSigns[row.state],
    },
    {
      key: 'payer',
      heading: 'Payer',
      type: 'text',
      value: row => row.payer?.name ?? null,
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'giftDate',
      heading: 'Date of gift',
      type: 'date',
      value: row => row.giftDate,
      onScreen: 'chosen',
    },
    {
      key: 'receipt',
      heading: 'Receipt',
      type: 'text',
      value: row => row.receipt && receiptStateText(row.receipt),
      onScreen: 'chosen',
      fileWidth: 30,
    },
    {
      key: 'document',
      heading: 'Document',
      type: 'text',
      value: row => documentStateText(row.document),
      fileWidth: 24,
    },
    {
      key: 'waitsFor',
      heading: 'Waiting for',
      type: 'text',
      value: row => waitsFor(row.document),
      onScreen: 'chosen',
      fileWidth: 40,
    },
  ],
})
