import type { AccountRole } from '../../clients/client.ts'
import type { Permission, Scope } from '../../contract/permissions.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { Principal } from './load-principal.ts'
import { actionsOf, type RoleGrant, scopesOf, seesEveryAccount } from './role-permissions.ts'

/** The signed-in person of a request, with what they may do on the account in question. */
export type Actor = {
  sessionId: string
  /** When the person last proved in this session that it is them. */
  factorAt: Date | null
  userId: string
  firstName: string
  lastName: string
  email: string
  /** False while a change of e-mail is forced or access was withdrawn: nothing but the way out is open (§2.1). */
  hasAccess: boolean
  forceEmailChange: boolean
  realmGrants: readonly RoleGrant[]
  accountRoles: readonly AccountRole[]
  seesEveryAccount: boolean
  actions: ReadonlySet<Permission>
  scopes: readonly Scope[]
}

/** The fund account that the request is about; it exists and the actor may see it. */
export type AuthorizedAccount = {
  accountId: string
  fundId: number
  accountName: string
  openedOn: IsoDate
  status: 'Entered' | 'Active' | 'Immobile' | 'Closed'
  /** Whether changes are open to this actor: the account's own switch and its status (§14, §16). */
  writeAccess: boolean
}

const actors = new WeakMap<Principal, Actor>()

/** The actor of an answer; made once for an answer that is remembered. */
export function actorOf(asking: Principal, sessionId: string): Actor {
  const known = actors.get(asking)
  if (known) return known
  const actor: Actor = {
    sessionId,
    factorAt: asking.factor_verified_at,
    userId: asking.user_id,
    firstName: asking.first_name,
    lastName: asking.last_name,
    email: asking.email,
    hasAccess: asking.has_access && !asking.force_email_change,
    forceEmailChange: asking.force_email_change,
    realmGrants: asking.realm_grants,
    accountRoles: asking.account_roles,
    seesEveryAccount: seesEveryAccount(asking.realm_grants),
    actions: actionsOf(asking.realm_grants, asking.account_roles, asking.advisor_may_grant ?? false),
    scopes: scopesOf(asking.realm_grants, asking.account_roles),
  }
  actors.set(asking, actor)
  return actor
}

/** The account, where it exists and the actor stands in a relation to it that gives sight; else null, as for an unknown id. */
export function authorizedAccount(asking: Principal, actor: Actor, fundId: number): AuthorizedAccount | null {
  const { account_id, account_name, account_status, opened_on } = asking
  if (account_id === null || account_name === null || account_status === null || opened_on === null)
    return null
  if (!actor.seesEveryAccount && !actor.actions.has('ACCOUNT_DETAIL_VIEW')) return null
  return {
    accountId: account_id,
    fundId,
    accountName: account_name,
    openedOn: opened_on,
    status: account_status,
    writeAccess: asking.write_access === true && isOpenTo(account_status, actor),
  }
}

/** Nothing moves in a fund that is closed or not yet open; in an immobile one only the staff move anything (§16). */
export function isOpenTo(
  status: AuthorizedAccount['status'],
  { seesEveryAccount: isStaff }: Pick<Actor, 'seesEveryAccount'>,
): boolean {
  return status === 'Active' || (status === 'Immobile' && isStaff)
}
