/** The roles on a fund account that give access to it. */
export const rolesWithAccess = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
] as const

/** The roles that follow from the legacy plan (§17). They give no access. */
export const legacyPlanRoles = ['successor', 'charitable_beneficiary'] as const

/** Relationship codes on one fund account (§14). */
export const accountRoles = [...rolesWithAccess, ...legacyPlanRoles] as const
export type AccountRole = (typeof accountRoles)[number]

/** The roles of the people whose fund it is. Notices to "the donors" go to both. */
export const donorRoles: readonly AccountRole[] = ['donor', 'joint_donor']

export const isDonorRole = (role: AccountRole): boolean => donorRoles.includes(role)
