import { keysOf } from '../../../../domain/keys-of.ts'

/** What the nightly check of a book compares. */
export const checkPartLabels = {
  balances: 'Balances and subtotals with the postings',
  'pending-grants': 'Amounts set aside with the open grants',
  'payment-runs': 'Payment runs with the payments that were posted',
  'audit-log': 'Audit log with its checkpoints',
  'change-records': 'Records of changes with the audit log',
  certificates: 'Certificates of grants with the audit log',
  files: 'Stored files with their digests, a sample',
} as const

export type CheckPart = keyof typeof checkPartLabels
export const checkParts = keysOf(checkPartLabels)
