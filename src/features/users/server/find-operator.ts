import type { Kysely } from 'kysely'
import { holdsOnRealm, type RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type Operator, Refused } from './operator.ts'
import { findPerson, lockStaff, othersManageUsers, type StaffPerson } from './staff.queries.ts'

/** Longer reasons would be cut off in the audit log. */
export const maxReasonLength = 120

export const managesUsers = (roles: readonly RoleGrant[]): boolean => holdsOnRealm(roles, 'USER_MANAGE')

/** The person whom a command records. Throws `Refused` unless they have access and manage users. */
export async function findOperator(realmDb: Kysely<DB>, by: string, now: Date): Promise<StaffPerson> {
  const operator = await findPerson(realmDb, { ssoId: by }, now)
  if (!operator?.hasAccess || !managesUsers(operator.roles))
    throw new Refused(`${by} may not manage users. --by names the person who is recorded.`)
  return operator
}

/** The person of `--by`, as a domain function takes them. */
export const operatorOfCommand = ({ userId, name }: StaffPerson, command: string): Operator => ({
  userId,
  name,
  via: { kind: 'command', command },
})

/**
 * The person who is added by a command is added by an operator, except by the first commands of a realm, in which nobody manages users
 * yet. Two commands wait for each other. Throws `Refused`.
 */
export async function findOperatorUnlessFirst(
  trx: Kysely<DB>,
  by: string | undefined,
  now: Date,
): Promise<StaffPerson | null> {
  await lockStaff(trx)
  if (by !== undefined) return await findOperator(trx, by, now)
  if (await othersManageUsers(trx, { userIds: [] }, now))
    throw new Refused(
      '--by must be the user ID of the person who adds the user, because people of this realm manage users.',
    )
  return null
}

/** Throws `Refused` unless both exist and the operator manages users. */
export async function findBoth(
  realmDb: Kysely<DB>,
  { userId, by }: { userId: string; by: string },
  now: Date,
): Promise<{ person: StaffPerson; operator: StaffPerson }> {
  const person = await findPerson(realmDb, { ssoId: userId }, now)
  if (!person) throw new Refused('There is no user with this ID.', 'not-found')
  return { person, operator: await findOperator(realmDb, by, now) }
}

/**
 * Locks the realm's staff, and finds the operator to manage users still: another change may have taken that permission since the request
 * was admitted. Throws `Refused`.
 */
export async function lockOperator(trx: Kysely<DB>, { userId }: Operator, now: Date): Promise<void> {
  await lockStaff(trx)
  const acting = await findPerson(trx, { userId }, now)
  if (!acting?.hasAccess || !managesUsers(acting.roles))
    throw new Refused('You do not manage users any more.')
}

/**
 * The person whom a change is about, after the operator is locked. Throws `Refused`.
 */
export async function lockPersonFor(
  trx: Kysely<DB>,
  operator: Operator,
  userId: string,
  now: Date,
): Promise<StaffPerson> {
  await lockOperator(trx, operator, now)
  const person = await findPerson(trx, { userId }, now)
  if (!person) throw new Refused('There is no user with this ID.', 'not-found')
  return person
}
