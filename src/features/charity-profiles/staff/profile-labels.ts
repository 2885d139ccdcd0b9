import type { granteeStatuses, partyStatuses, profileLevels } from '../profiles.contract.ts'

export const levelTexts = {
  NONE: 'None',
  BRONZE: 'Bronze',
  SILVER: 'Silver',
  GOLD: 'Gold',
  PLATINUM: 'Platinum',
} as const satisfies Record<(typeof profileLevels)[number], string>

export const partyStatusTexts = {
  Active: 'Active',
  Deleted: 'Deleted',
} as const satisfies Record<(typeof partyStatuses)[number], string>

export const granteeStatusTexts = {
  Accepted: 'Accepted',
  Review: 'To be reviewed each time',
  Rejected: 'Rejected',
} as const satisfies Record<(typeof granteeStatuses)[number], string>

const labels: Record<string, string> = {
  otherNames: 'Other names',
  website: 'Website',
  profileLink: 'Link to a public profile',
  profileLevel: 'Profile level',
  comment: 'Comment',
  paysByEft: 'Paid by electronic transfer',
  payeeName: 'Payments are made out to',
  payeeAddress: 'Payments and letters are sent to',
  payeeEmail: 'E-mail address for letters about transfers',
  logo: 'Logo',
  partyStatus: 'Status',
  partyGranteeStatus: 'Status as a grantee',
}

/** The label of a field, also in the list of changes. */
export const profileFieldLabel = (field: string): string => labels[field] ?? field

/** A value of a payee's field, as its changes state it. */
export function payeeValue(field: string, value: string): string {
  if (field === 'paysByEft') return value === 'true' ? 'yes' : 'no'
  return value || 'nothing'
}
