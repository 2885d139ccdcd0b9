import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import type { Permission, Scope } from '../../contract/permissions.ts'
import { type AccountRole, donorRoles } from '../../domain/account-roles.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { Principal } from './principal.queries.ts'
import { actionsOf, type RoleGrant, scopesOf, seesEveryAccount } from './role-permissions.ts'

/** The logged-in person of a request and their permissions on the request's account. */
export type Actor = {
  sessionId: string
  /** The person's last step-up or login with a factor in this session; null if there was none. */
  factorVerifiedAt: Date | null
  userId: string
  firstName: string
  lastName: string
  email: string
  /** False during a forced change of e-mail and after access was withdrawn. Then only logging out and the change are allowed (§2.1). */
  hasAccess: boolean
  forceEmailChange: boolean
  realmGrants: readonly RoleGrant[]
  accountRoles: readonly AccountRole[]
  seesEveryAccount: boolean
  actions: ReadonlySet<Permission>
  scopes: readonly Scope[]
}

/** The fund account of the request. It exists and the actor may see it. */
export type AuthorizedAccount = {
  accountId: string
  fundId: number
  accountName: string
  /** Null until the account is active for the first time (§16). */
  openedOn: IsoDate | null
  status: AccountStatus
  /** Whether this actor may change the account, by its write access and its status (§14, §16). */
  writeAccess: boolean
  /** The same for what completes an account before it is active: contributions and their documents (§16). */
  writeAccessWhenEntered: boolean
}

/** The person's name as it is now, for what is recorded of them. */
export const nameOf = ({ firstName, lastName }: Pick<Actor, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/** The person who did something, as records name them. */
export const personOf = (actor: Pick<Actor, 'userId' | 'firstName' | 'lastName'>) => ({
  userId: actor.userId,
  name: nameOf(actor),
})

const actors = new WeakMap<Principal, Actor>()

/** The actor of a principal, created once for each cached principal. */
export function actorOf(principal: Principal, sessionId: string): Actor {
  const cached = actors.get(principal)
  if (cached) return cached
  const actor: Actor = {
    sessionId,
    factorVerifiedAt: principal.factor_verified_at,
    userId: principal.user_id,
    firstName: principal.first_name,
    lastName: principal.last_name,
    email: principal.email,
    hasAccess: principal.has_access && !principal.force_email_change,
    forceEmailChange: principal.force_email_change,
    realmGrants: principal.realm_grants,
    accountRoles: principal.account_roles,
    seesEveryAccount: seesEveryAccount(principal.realm_grants),
    actions: actionsOf(principal.realm_grants, principal.account_roles, principal.advisor_may_grant ?? false),
    scopes: scopesOf(principal.realm_grants, principal.account_roles),
  }
  actors.set(principal, actor)
  return actor
}

/** The account; null if it does not exist or the actor has no relationship or role that shows it. */
export function authorizedAccount(
  principal: Principal,
  actor: Actor,
  fundId: number,
): AuthorizedAccount | null {
  const { account_id, account_name, account_status, opened_on } = principal
  if (account_id === null || account_name === null || account_status === null) return null
  if (!actor.seesEveryAccount && !actor.actions.has('ACCOUNT_DETAIL_VIEW')) return null
  const stored = { write_access: principal.write_access === true, account_status }
  return {
    accountId: account_id,
    fundId,
    accountName: account_name,
    openedOn: opened_on,
    status: account_status,
    writeAccess: mayChange(stored, actor),
    writeAccessWhenEntered: mayChange(stored, actor) || (stored.write_access && account_status === 'Entered'),
  }
}

/**
 * Whether the actor may change an account as it is stored. Everyone may change an active one, staff also an immobile one. A closed or
 * entered account cannot change (§16).
 */
export function mayChange(
  {
    write_access: isWritable,
    account_status: status,
  }: { write_access: boolean; account_status: AccountStatus },
  { seesEveryAccount: isStaff, accountRoles }: Pick<Actor, 'seesEveryAccount' | 'accountRoles'>,
): boolean {
  if (!isWritable) return false
  return status === 'Active' || (status === 'Immobile' && (isStaff || accountRoles.includes('service_team')))
}

/** Roles of the fund's own people, who are named to its donors. Everyone else counts as the sponsor's staff, without a name. */
const rolesOfFund: readonly AccountRole[] = [...donorRoles, 'primary_advisor']

/** The fund's own people, or the sponsor's staff. */
export type Side = 'fund' | 'sponsor'

export const sideOf = ({ accountRoles }: Pick<Actor, 'accountRoles'>): Side =>
  accountRoles.some(role => rolesOfFund.includes(role)) ? 'fund' : 'sponsor'
