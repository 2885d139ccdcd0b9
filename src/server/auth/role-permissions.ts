import type { Permission, Scope } from '../../contract/permissions.ts'
import type { AccountRole, rolesWithAccess } from '../../domain/account-roles.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import type { RealmRole, RightRole } from '../../domain/realm-roles.ts'

type PermittedRole = (typeof rolesWithAccess)[number] | 'super_user'

const everyone = [
  'donor',
  'joint_donor',
  'viewer',
  'primary_advisor',
  'banker',
  'service_team',
  'super_user',
] as const
const staff = ['service_team', 'super_user'] as const
const superUser = ['super_user'] as const

/**
 * The matrix of §14: the roles that have each permission. It exists only on the server; the browser gets the resulting
 * permissions. `advisorMayGrant` gives a primary advisor more, see `actionsOf`.
 */
const rolesByAction = {
  USER_SS_VIEW: everyone,
  FUND_ACTIVITY_VIEW: everyone,
  FUND_AC_DETAIL_VIEW: everyone,
  FUND_SUMMARY_VIEW: everyone,
  FUND_BEGINNING_BALANCE_VIEW: everyone,
  FUND_CONTRIBUTION_VIEW: everyone,
  FUND_INVESTMENT_GAIN_VIEW: everyone,
  FUND_DISTRIBUTION_VIEW: everyone,
  FUND_FEES_VIEW: everyone,
  FUND_OTHER_ASSETS_VIEW: everyone,
  FUND_ENDING_BALANCE_VIEW: everyone,
  FUND_PENDING_GRANT_VIEW: everyone,
  ACCOUNT_DETAIL_VIEW: everyone,
  RESOURCES_VIEW: everyone,
  ACCOUNT_UPDATE_VIEW: ['donor', 'joint_donor', ...staff],
  ACCOUNT_DETAILS_UPDATE: ['donor', 'joint_donor', ...staff],
  ACCOUNT_SUCCESSOR_VIEW: ['donor', 'joint_donor', 'primary_advisor', ...staff],
  ACCOUNT_LEGACY_PLAN_VIEW: ['donor', 'joint_donor', 'primary_advisor', ...staff],
  ACCOUNT_LEGACY_PLAN_UPDATE: ['donor', ...staff],
  ACCOUNT_RELATIONSHIP_VIEW: ['donor', 'joint_donor', 'primary_advisor', 'banker', ...staff],
  ACCOUNT_RELATIONSHIP_UPDATE: ['donor', ...staff],
  ACCOUNT_ALL_IP_VIEW: staff,
  ACCOUNT_DPA_VIEW: ['donor', 'joint_donor', 'primary_advisor', 'banker', ...staff],
  ACCOUNT_DPA_UPDATE: ['primary_advisor', ...staff],
  ACCOUNT_DPA_PSID_VIEW: ['primary_advisor', 'banker', ...staff],
  ACCOUNT_DPA_PSID_UPDATE: superUser,
  ADVISOR_GRANTING_SET: ['donor', 'super_user'],
  ACCOUNT_CREATE_VIEW: ['donor', 'primary_advisor', 'banker', ...staff],
  ACCOUNT_CREATE: ['donor', 'primary_advisor', 'banker', ...staff],
  GRANT_VIEW: everyone,
  GRANT_RECOMMEND: ['donor', 'joint_donor', ...staff],
  CHARITY_LIST_UPDATE: ['donor', 'joint_donor', ...staff],
  CHARITY_PROPOSE: ['donor', 'joint_donor', ...staff],
  TRANSFER_REQUEST: ['donor', 'super_user'],
  CONTRIBUTION_ANNOUNCE: ['donor', 'joint_donor', 'primary_advisor', ...staff],
  DOCUMENT_VIEW: everyone,
  DOCUMENT_SIGN: ['donor', 'joint_donor'],
  DOCUMENT_MANAGE: staff,
  DOCUMENT_COUNTERSIGN: superUser,
  ADVISOR_DASHBOARD_VIEW: ['primary_advisor', 'banker', ...staff],
  HOUSEHOLD_EDIT: ['primary_advisor', 'banker', ...staff],
  SUPER_DASHBOARD_VIEW: superUser,
  GRANT_APPROVE: superUser,
  GRANT_PAY: superUser,
  APPLICATION_REVIEW: superUser,
  CHARITY_EDIT: superUser,
  BANK_DETAILS_EDIT: superUser,
  BANK_DETAILS_CONFIRM: superUser,
  SANCTIONS_SCREEN: superUser,
  SANCTIONS_DECIDE: superUser,
  USER_MANAGE: superUser,
  ACT_ON_BEHALF: superUser,
  POSTING_CREATE: superUser,
  POSTING_REVERSE: superUser,
  PERIOD_CLOSE: superUser,
  MESSAGE_ANSWER: superUser,
  MAIL_RESEND: superUser,
  IMPORT_RUN: superUser,
  AUDIT_VIEW: superUser,
  REPORT_EXPORT: superUser,
  API_MANAGE: superUser,
  SETTINGS_MANAGE: superUser,
  ACCOUNT_STATUS_SET: superUser,
  RELATIONSHIP_CONFIRM: superUser,
  ESTATE_MANAGE: superUser,
  CONTENT_EDIT: superUser,
  CONTENT_PUBLISH: superUser,
} as const satisfies Record<Permission, readonly PermittedRole[]>

const actions: [Permission, readonly PermittedRole[]][] = entriesOf(rolesByAction)
const actionsByRole = new Map<AccountRole | 'super_user', readonly Permission[]>(
  everyone.map(role => [role, actions.filter(([, roles]) => roles.includes(role)).map(([action]) => action)]),
)

/**
 * An auditor sees everything and changes nothing. The list is explicit, so that a new permission is not an auditor's by
 * default. ACCOUNT_CREATE_VIEW is absent, because it opens the form of a command (§14).
 */
const auditorActions: readonly Permission[] = [
  'USER_SS_VIEW',
  'FUND_ACTIVITY_VIEW',
  'FUND_AC_DETAIL_VIEW',
  'FUND_SUMMARY_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_INVESTMENT_GAIN_VIEW',
  'FUND_DISTRIBUTION_VIEW',
  'FUND_FEES_VIEW',
  'FUND_OTHER_ASSETS_VIEW',
  'FUND_ENDING_BALANCE_VIEW',
  'FUND_PENDING_GRANT_VIEW',
  'ACCOUNT_DETAIL_VIEW',
  'RESOURCES_VIEW',
  'ACCOUNT_UPDATE_VIEW',
  'ACCOUNT_SUCCESSOR_VIEW',
  'ACCOUNT_LEGACY_PLAN_VIEW',
  'ACCOUNT_RELATIONSHIP_VIEW',
  'ACCOUNT_ALL_IP_VIEW',
  'ACCOUNT_DPA_VIEW',
  'ACCOUNT_DPA_PSID_VIEW',
  'GRANT_VIEW',
  'DOCUMENT_VIEW',
  'ADVISOR_DASHBOARD_VIEW',
  'SUPER_DASHBOARD_VIEW',
  'SANCTIONS_SCREEN',
  'AUDIT_VIEW',
]

const editorActions: readonly Permission[] = ['CONTENT_EDIT', 'CONTENT_PUBLISH']

export type RoleGrant = { role: RealmRole; actions: readonly string[] | null }

/** A person's permissions, by their roles on the realm and on the current fund account (or on any, if there is none). */
export function actionsOf(
  realmGrants: readonly RoleGrant[],
  accountRoles: readonly AccountRole[],
  advisorMayGrant: boolean,
): ReadonlySet<Permission> {
  const allowed = new Set<Permission>()
  for (const role of accountRoles) {
    for (const action of actionsByRole.get(role) ?? []) allowed.add(action)
    if (role === 'primary_advisor' && advisorMayGrant)
      allowed.add('GRANT_RECOMMEND').add('CHARITY_LIST_UPDATE').add('CHARITY_PROPOSE')
  }
  for (const { role, actions: subset } of realmGrants) {
    const granted =
      role === 'super_user'
        ? (actionsByRole.get(role) ?? [])
        : role === 'auditor'
          ? auditorActions
          : editorActions
    for (const action of granted) if (subset === null || subset.includes(action)) allowed.add(action)
  }
  return allowed
}

/** The permissions that a role gives where nothing limits it. */
export const actionsOfRole = (role: RightRole): ReadonlySet<Permission> =>
  role === 'service_team'
    ? actionsOf([], ['service_team'], false)
    : actionsOf([{ role, actions: null }], [], false)

/**
 * Whether someone holds a permission by a role on the realm that gives it itself, not by one on an account: a super user may hold a
 * few permissions only (§14).
 */
export const holdsOnRealm = (realmGrants: readonly RoleGrant[], action: Permission): boolean =>
  actionsOf(realmGrants, [], false).has(action)

/** Roles that show every fund account of the book. */
export function seesEveryAccount(realmGrants: readonly RoleGrant[]): boolean {
  return realmGrants.some(({ role }) => role === 'super_user' || role === 'auditor')
}

/**
 * Every account role, super_user and auditor have api_access; super_user and content_editor have cms_access, if their right gives them
 * something to do there.
 */
export function scopesOf(realmGrants: readonly RoleGrant[], accountRoles: readonly AccountRole[]): Scope[] {
  const scopes: Scope[] = []
  if (seesEveryAccount(realmGrants) || accountRoles.some(role => actionsByRole.has(role)))
    scopes.push('api_access')
  if (editorActions.some(action => holdsOnRealm(realmGrants, action))) scopes.push('cms_access')
  return scopes
}
