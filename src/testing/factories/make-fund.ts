import type { AccountRole } from '../../clients/client.ts'
import type { RoleGrant } from '../../server/auth/role-permissions.ts'
import type { TestApp, TestSession } from '../app.ts'
import { type AccountToMake, type MadeAccount, makeAccount } from './make-account.ts'
import { makeContribution } from './make-contribution.ts'
import { makeRelationship } from './make-relationship.ts'
import { type MadeUser, makeUser } from './make-user.ts'

/** Somebody who is signed in. */
export type Person = { user: MadeUser; session: TestSession }

/** An open fund account with money in it, and its donor, signed in. */
export type MadeFund = MadeAccount & { donor: Person }

/** Default: 10,000 of the book's currency, contributed on 2026-01-15. */
export async function makeFund(
  portal: TestApp,
  about: AccountToMake & { balanceMinor?: bigint } = {},
): Promise<MadeFund> {
  const { balanceMinor = 10_000_00n, ...toMake } = about
  const account = await makeAccount(portal.databases, toMake)
  if (balanceMinor > 0n) await makeContribution(portal.databases, account, balanceMinor)
  return { ...account, donor: await makePersonOf(portal, account) }
}

/** Somebody with a relationship to the fund, its donor unless the test says otherwise, signed in. */
export async function makePersonOf(
  portal: TestApp,
  account: Pick<MadeAccount, 'book' | 'accountId'>,
  role: AccountRole = 'donor',
): Promise<Person> {
  const user = await makeUser(portal.databases, { realm: account.book })
  await makeRelationship(portal.databases, account, { user, role })
  return { user, session: await portal.sessionFor(user) }
}

/** Somebody with roles on a realm (npt), a super user unless the test says otherwise, signed in. */
export async function makeStaff(
  portal: TestApp,
  about: { realm?: string; roles?: readonly RoleGrant[]; firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const { realm = 'npt', roles = [{ role: 'super_user', actions: null }] } = about
  const { firstName = 'Prudence', lastName = 'Gale' } = about
  const user = await makeUser(portal.databases, { realm, roles, firstName, lastName })
  return { user, session: await portal.sessionFor(user) }
}
