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
