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

/** The roles of the people whose fund it is. Notices to "the donors" go to both. */
export const donorRoles: readonly AccountRole[] = ['donor', 'joint_donor']
