/** Roles on a realm (§14). */
export const realmRoles = ['super_user', 'auditor', 'content_editor'] as const
export type RealmRole = (typeof realmRoles)[number]

/** What a right gives: a role on the realm, or the service team's role on every account of a book. */
export const rightRoles = [...realmRoles, 'service_team'] as const
export type RightRole = (typeof rightRoles)[number]
