import type { EntryKind } from '../../ledger/domain/entry.ts'

/** What changes the balance of a fund, by the kind of its entries; a reversal stands, negative, with what it reverses. */
export const rollForwardColumns = {
  cash: 'Cash contributions',
  wire: 'Bank transfer contributions',
  securities: 'Securities',
  illiquid: 'Illiquid assets',
  sponsor: 'From other sponsors',
  giftAid: 'Gift Aid',
  grants: 'Grants',
  gains: 'Gains',
  losses: 'Losses',
  income: 'Dividends and interest',
  administrativeFees: 'Administrative fees',
  investmentFees: 'Investment fees',
  other: 'Other activity',
  returned: 'Grants returned',
  transfersIn: 'Transfers in',
  transfersOut: 'Transfers out',
} as const
export type RollForwardColumn = keyof typeof rollForwardColumns

/** Null for a kind that changes no fund’s balance. */
const columnsOfKinds: Readonly<
  Record<Exclude<EntryKind, 'transfer' | 'reversal'>, RollForwardColumn | null>
> = {
  contribution_cash: 'cash',
  contribution_wire: 'wire',
  contribution_securities: 'securities',
  contribution_sponsor: 'sponsor',
  contribution_illiquid: 'illiquid',
  gift_aid: 'giftAid',
  gain: 'gains',
  loss: 'losses',
  income: 'income',
  administrative_fee: 'administrativeFees',
  investment_fee: 'investmentFees',
  other: 'other',
  grant_paid: 'grants',
  grant_returned: 'returned',
  exclude: null,
  release: null,
  grant_recommended: null,
  grant_approved: null,
  grant_released: null,
  suspense_received: null,
  suspense_matched: null,
  suspense_returned: null,
  suspense_transferred: null,
  suspense_own: null,
}

/** `kind`: of the entry, or of the one that it reverses. `section`: of its posting to the fund. */
export function rollForwardColumn(
  kind: Exclude<EntryKind, 'reversal'>,
  section: number,
): RollForwardColumn | null {
  if (kind !== 'transfer') return columnsOfKinds[kind]
  return section === 7 ? 'transfersIn' : 'transfersOut'
}
