import type { EntryKind } from '../../ledger/domain/entry.ts'
import type { OwnerKind } from './entry-owner.ts'

const labels: Readonly<Record<OwnerKind, string>> = {
  grant: 'Grant',
  contribution: 'Contribution',
  disposal: 'Sale or release of an asset',
  transfer: 'Transfer',
  case: 'Case',
  suspense: 'Money in suspense',
  batch: 'Batch',
}

/** `Batch 5001, line 12`: what an entry belongs to; null if to nothing. */
export function ownerText(
  owner: { kind: OwnerKind; number: number | null; line: number | null } | null,
): string | null {
  if (owner === null) return null
  const name = owner.number === null ? labels[owner.kind] : `${labels[owner.kind]} ${owner.number}`
  return owner.line === null ? name : `${name}, line ${owner.line}`
}

type Links = Readonly<Record<'reverses' | 'reversedBy', { transactionId: number } | null>>

/** `Reversed by 1000234`; null for an entry that neither is nor has a reversal. */
export function linkText({ reverses, reversedBy }: Links): string | null {
  if (reverses !== null) return `Reverses ${reverses.transactionId}`
  return reversedBy === null ? null : `Reversed by ${reversedBy.transactionId}`
}

/** The kinds of entries to choose from, as the table entry_kind names them. */
export const kindNames: Readonly<Record<EntryKind, string>> = {
  contribution_cash: 'Cash contribution',
  contribution_wire: 'Bank transfer contribution',
  contribution_securities: 'Securities contribution',
  contribution_sponsor: 'Transfer from another sponsor',
  contribution_illiquid: 'Illiquid asset contribution',
  gift_aid: 'Gift Aid reclaimed',
  gain: 'Investment gain',
  loss: 'Investment loss',
  income: 'Dividends and interest',
  administrative_fee: 'Administrative fee',
  investment_fee: 'Investment fee',
  other: 'Other activity',
  transfer: 'Transfer between funds',
  exclude: 'Asset restricted',
  release: 'Excluded asset released',
  grant_recommended: 'Grant recommended',
  grant_approved: 'Grant approved',
  grant_released: 'Grant cancelled before payment',
  grant_paid: 'Grant',
  grant_returned: 'Grant returned',
  reversal: 'Reversal',
  suspense_received: 'Unmatched bank credit',
  suspense_matched: 'Bank credit matched',
  suspense_returned: 'Bank credit returned to its payer',
  suspense_transferred: 'Bank credit sent to another book',
  suspense_own: 'Bank credit of the sponsor’s own',
}

/** The ledger accounts, as staff read them, in both countries' English. */
export const ledgerNames: Readonly<Record<string, string>> = {
  spendable: 'Available',
  excluded: 'Excluded assets',
  pending: 'Pending grants',
  received: 'Received from outside',
  granted: 'Paid to charities',
  market: 'Gains, losses{,} and income',
  fees: 'Fees',
  adjustments: 'Other activity',
  commitments: 'Approved, not yet paid',
  grants_payable: 'Grants payable',
  suspense: 'Money in suspense',
}
