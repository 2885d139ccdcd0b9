/** What a debit was that no payment explains. */
export const debitKinds = [
  'fee',
  'own-transfer',
  'direct-debit',
  'sent-on',
  'returned-deposit',
  'other',
] as const
export type DebitKind = (typeof debitKinds)[number]

/** How staff choose it. */
export const debitKindLabels: Readonly<Record<DebitKind, string>> = {
  fee: 'A fee of the bank',
  'own-transfer': 'A transfer to another account of ours',
  'direct-debit': 'A direct debit',
  'sent-on': 'Money from suspense that we sent back, or to another book',
  'returned-deposit': 'A deposit that the bank took back',
  other: 'Something else',
}

export const debitIsExplained =
  'This debit is already explained, or a bank file has matched it. Load the page again.'
export const explanationIsWithdrawn = 'This explanation has already been withdrawn.'
export const noSuchTransfer =
  'This credit is no longer to be had: its amount differs, or something else explains it. Load the page again.'

export const creditWaits =
  'This credit waits for a second person as the other side of a debit. They decide under Requests first.'

/** How many days lie at most between the two sides of a transfer, over weekends and holidays. */
export const maxTransferDays = 7
