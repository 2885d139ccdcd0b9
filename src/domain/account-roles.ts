/** Relationship codes on one fund account (§14). */
export const accountRoles = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
  'successor',
  'charitable_beneficiary',
] as const
export type AccountRole = (typeof accountRoles)[number]
