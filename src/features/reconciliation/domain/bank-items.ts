import { localEnglish } from '../../../domain/local-english.ts'
import type { DebitKind } from './debit-kinds.ts'

/** What a movement of a bank account is for us, in the order of the statement of a month. */
export const bookedKinds = [
  'payments',
  'returns',
  'contributions',
  'forwarded',
  'own-credit',
  'suspense',
  'credits',
  'fee',
  'own-transfer',
  'direct-debit',
  'sent-on',
  'returned-deposit',
  'other',
  'unexplained',
] as const satisfies readonly (DebitKind | string)[]
export type BookedKind = (typeof bookedKinds)[number]

/** What one side knows and the statements of the month do not have. */
export const outstandingKinds = ['cheque', 'transfer', 'contribution', 'announced'] as const
export type OutstandingKind = (typeof outstandingKinds)[number]

export const bankItemKinds = [...bookedKinds, ...outstandingKinds] as const
export type BankItemKind = BookedKind | OutstandingKind

const labels: Readonly<Record<BankItemKind, string>> = {
  payments: 'Payments of grants',
  returns: 'Payments that came back',
  contributions: 'Contributions',
  forwarded: 'Credits sent back, or to another book',
  'own-credit': 'Credits of our own money',
  suspense: 'Credits in suspense',
  credits: 'Credits not in suspense',
  fee: 'Fees of the bank',
  'own-transfer': 'Transfers to our other accounts',
  'direct-debit': 'Direct debits',
  'sent-on': 'Money from suspense that left',
  'returned-deposit': 'Deposits that the bank took back',
  other: 'Other debits, explained',
  unexplained: 'Debits to explain',
  cheque: 'Cheques not cashed',
  transfer: 'Transfers in flight',
  contribution: 'Contributions not at the bank',
  announced: 'Announced, in no statement yet',
}

/** A kind in the client’s English. */
export const bankItemLabel = (kind: BankItemKind, locale: string): string =>
  localEnglish(labels[kind], locale)
