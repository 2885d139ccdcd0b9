/** The kinds of entries that a journal books. */
export const journalKinds = [
  ...(['contribution_cash', 'contribution_wire', 'contribution_securities', 'contribution_sponsor'] as const),
  ...(['contribution_illiquid', 'gift_aid', 'gain', 'loss', 'income'] as const),
  ...(['administrative_fee', 'investment_fee', 'other', 'transfer', 'exclude', 'release'] as const),
  ...(['grant_recommended', 'grant_approved', 'grant_released', 'grant_paid', 'grant_returned'] as const),
  ...(['suspense_received', 'suspense_matched', 'suspense_returned', 'suspense_transferred'] as const),
  'suspense_own',
] as const
export type JournalKind = (typeof journalKinds)[number]

/**
 * How the sponsor's general ledger books what happens in a book. `accounts`: the account that each kind of entry debits and the one that it
 * credits, by code or name as the sponsor's program has them; `bank` stands for the account of the money's bank account; null: not booked. `banks`: the
 * account for each bank account by its name, `Grants` for the one that pays. `format`: what the file is for.
 */
export type GeneralLedger = {
  format: { kind: 'csv' } | { kind: 'quickbooks-online' } | { kind: 'xero'; taxRate: string }
  banks: Readonly<Record<string, string>>
  accounts: Readonly<Record<JournalKind, { debit: string; credit: string } | null>>
}
