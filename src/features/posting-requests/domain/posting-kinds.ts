import type { Permission } from '../../../contract/permissions.ts'

/**
 * Commands that put money back into funds or post it (docs/decisions/0053-posting-requests.md): what they are called, and the permission
 * of the command, which its two people hold. Nothing else is asked of the person who confirms.
 */
export const postingKinds = {
  return: { label: 'Return of a grant', permission: 'GRANT_PAY' },
  void: { label: 'Cancellation of an approved grant', permission: 'GRANT_PAY' },
  'void-payment': { label: 'Stop of a payment', permission: 'GRANT_PAY' },
  'receive-contribution': { label: 'Receipt of a contribution', permission: 'POSTING_CREATE' },
  'reverse-contribution': { label: 'Reversal of a contribution', permission: 'POSTING_REVERSE' },
  'move-contribution': { label: 'Move of a contribution', permission: 'POSTING_REVERSE' },
  'bounce-contribution': { label: 'Cheque that the bank did not pay', permission: 'POSTING_REVERSE' },
  'correct-contribution': { label: 'Correction of a contribution’s receipt', permission: 'POSTING_CREATE' },
  'receive-assets': { label: 'Receipt of assets', permission: 'POSTING_CREATE' },
  'dispose-of-holding': { label: 'Sale or release of an asset', permission: 'POSTING_CREATE' },
  'reverse-disposal': { label: 'Reversal of a sale or release', permission: 'POSTING_REVERSE' },
  'reverse-transfer': { label: 'Reversal of a transfer', permission: 'POSTING_REVERSE' },
  'reverse-return': { label: 'Reversal of a return', permission: 'POSTING_REVERSE' },
  'reverse-case-entry': { label: 'Reversal of what a case posted', permission: 'POSTING_REVERSE' },
  'reverse-entry': { label: 'Reversal of an entry', permission: 'POSTING_REVERSE' },
  'bank-file': { label: 'Bank file', permission: 'GRANT_PAY' },
  'posting-batch': { label: 'Batch of postings', permission: 'POSTING_CREATE' },
  'reverse-posting-batch': { label: 'Reversal of a batch', permission: 'POSTING_REVERSE' },
  'write-off-fee': { label: 'Write-off of an owed fee', permission: 'POSTING_CREATE' },
  'suspense-item': { label: 'Money in suspense', permission: 'POSTING_CREATE' },
  'bank-debit': { label: 'Debit of the bank', permission: 'POSTING_CREATE' },
} as const satisfies Record<string, { label: string; permission: Permission }>
export type PostingKind = keyof typeof postingKinds

/** The kinds that count towards a person's sum. A batch, and what takes a contribution or a transfer back, always take two people. */
export type CountedKind = Exclude<
  PostingKind,
  | 'reverse-contribution'
  | 'move-contribution'
  | 'bounce-contribution'
  | 'correct-contribution'
  | 'reverse-disposal'
  | 'reverse-transfer'
  | 'reverse-return'
  | 'reverse-case-entry'
  | 'posting-batch'
  | 'reverse-posting-batch'
  | 'write-off-fee'
>

export const postingKindNames = [
  'return',
  'void',
  'void-payment',
  'receive-contribution',
  'reverse-contribution',
  'move-contribution',
  'bounce-contribution',
  'correct-contribution',
  'receive-assets',
  'dispose-of-holding',
  'reverse-disposal',
  'reverse-transfer',
  'reverse-return',
  'reverse-case-entry',
  'reverse-entry',
  'bank-file',
  'posting-batch',
  'reverse-posting-batch',
  'write-off-fee',
  'suspense-item',
  'bank-debit',
] as const satisfies readonly PostingKind[]

/** The permissions of which one decides about a request. */
export const decidingPermissions = [
  'GRANT_PAY',
  'POSTING_CREATE',
  'POSTING_REVERSE',
] as const satisfies readonly (typeof postingKinds)[PostingKind]['permission'][]

export const waitsForSecondPerson =
  'This already waits for a second person. You’ll find it on the page Requests of the Super User Dashboard.'
export const ownRequest = 'You entered this, so someone else has to confirm it.'
export const alreadyDecided = 'This has already been decided or withdrawn.'
