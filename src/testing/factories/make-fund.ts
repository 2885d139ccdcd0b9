import type { AccountRole } from '../../domain/account-roles.ts'
import type { RoleGrant } from '../../server/auth/role-permissions.ts'
import type { TestApp, TestSession } from '../app.ts'
import { setStatusOf } from './change-account.ts'
import { type AccountToMake, type MadeAccount, makeAccount } from './make-account.ts'
import { makeContribution } from './make-contribution.ts'
import { makeRelationship } from './make-relationship.ts'
import { type MadeUser, makeUser } from './make-user.ts'

/** A user with a session. */
export type Person = { user: MadeUser; session: TestSession }

/** An open fund account with a balance, and its donor with a session. */
export type MadeFund = MadeAccount & { donor: Person }

/**
 * Creates a fund with a balance; default: 10,000 of the book's currency, contributed on 2026-01-15. A closed fund has none, and an
 * immobile one got it before.
 */
export async function makeFund(
  portal: TestApp,
  about: AccountToMake & { balanceMinor?: bigint } = {},
): Promise<MadeFund> {
  const { balanceMinor = about.status === 'Closed' ? 0n : 10_000_00n, ...toMake } = about
  const isHeld = about.status === 'Immobile' && balanceMinor > 0n
  const account = await makeAccount(portal.databases, isHeld ? { ...toMake, status: 'Active' } : toMake)
  if (balanceMinor > 0n) await makeContribution(portal.databases, account, balanceMinor)
  if (isHeld) await setStatusOf(portal.database.admin, account.accountId, 'Immobile')
  return { ...account, donor: await makePersonOf(portal, account) }
}

/** Creates a person with a relationship to the fund (default: donor) and a session. */
export async function makePersonOf(
  portal: TestApp,
  account: Pick<MadeAccount, 'book' | 'accountId'>,
  role: AccountRole = 'donor',
): Promise<Person> {
  const user = await makeUser(portal.databases, { realm: account.book })
  await makeRelationship(portal.databases, account, { user, role })
  return { user, session: await portal.sessionFor(user) }
}

/** Creates a person with roles on a realm (default: super user of npt) and a session. */
export async function makeStaff(
  portal: TestApp,
  about: { realm?: string; roles?: readonly RoleGrant[]; firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const { realm = 'npt', roles = [{ role: 'super_user', actions: null }] } = about
  const { firstName = 'Prudence', lastName = 'Gale' } = about
  const user = await makeUser(portal.databases, { realm, roles, firstName, lastName })
  return { user, session: await portal.sessionFor(user) }
}
