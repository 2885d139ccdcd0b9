import { alreadyReversed } from '../../ledger/domain/corrections.ts'
import { batchKindNames } from '../../posting-batches/domain/posting-batch.ts'

/** What posted an entry. Entries of funds that were brought over have no owner. */
export const ownerKinds = [
  'grant',
  'contribution',
  'disposal',
  'transfer',
  'case',
  'suspense',
  'batch',
] as const
export type OwnerKind = (typeof ownerKinds)[number]

/** How entries of an owner are corrected, instead of being reversed one by one; null where one may be reversed. */
export const ownCommands: Readonly<Record<OwnerKind, string | null>> = {
  grant:
    'This entry belongs to a grant. A grant is corrected on its page: cancel it, stop its payment, record its return{,} or take its return back there.',
  contribution:
    'This entry belongs to a contribution. Reverse it, move it to the right account{,} or record that its cheque was not paid, on the page Contributions.',
  disposal:
    'This entry belongs to the sale or the release of an asset, which is reversed as a whole on the page Excluded Assets.',
  transfer: 'This entry belongs to a transfer between funds, which is reversed as a whole.',
  case: 'This entry belongs to a case. What the case transferred or released is taken back as a whole, and is then due to its shares again.',
  suspense: 'This entry belongs to money in suspense. What becomes of it is decided on the page Bank.',
  batch: null,
}

/** Kinds of single entries that may be reversed and posted anew with another amount or in another fund. */
export const correctableKinds: readonly string[] = batchKindNames

/** Kinds of entries of a case that are taken back by its own command. */
export const caseEntryKinds = ['transfer', 'release'] as const

/** Kinds of entries without an owner that may be reversed: those of a batch, and what was brought over. */
const reversibleKinds: readonly string[] = [
  ...batchKindNames,
  'contribution_cash',
  'contribution_wire',
  'contribution_securities',
  'contribution_sponsor',
  'contribution_illiquid',
  'gift_aid',
  'transfer',
]

export const reversalOfReversal =
  'This entry is a reversal. What it took back is posted anew, not by reversing it again.'
export const notReversible = 'Entries of this kind are not reversed one by one.'

/** Why an entry cannot be reversed by itself, as a sentence; null if it can. */
export function reversalViolation({
  kind,
  owner,
  isReversed,
}: {
  kind: string
  owner: OwnerKind | null
  isReversed: boolean
}): string | null {
  if (kind === 'reversal') return reversalOfReversal
  if (isReversed) return alreadyReversed
  const ownCommand = owner === null ? null : ownCommands[owner]
  if (ownCommand !== null) return ownCommand
  return reversibleKinds.includes(kind) ? null : notReversible
}
