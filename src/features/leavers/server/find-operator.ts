import type { Kysely } from 'kysely'
import { holdsOnRealm, type RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findPerson, lockStaff, othersManageUsers, type StaffPerson } from './leavers.queries.ts'

/** Why a command about people was refused, as a sentence for the operator. Nothing was changed. */
export class Refused extends Error {}

/** Longer reasons would be cut off in the audit log. */
export const maxReasonLength = 120

export const managesUsers = (roles: readonly RoleGrant[]): boolean => holdsOnRealm(roles, 'USER_MANAGE')

/** The person whom a command records. Throws `Refused` unless they have access and manage users. */
export async function findOperator(realmDb: Kysely<DB>, by: string): Promise<StaffPerson> {
  const operator = await findPerson(realmDb, by)
  if (!operator?.hasAccess || !managesUsers(operator.roles))
    throw new Refused(`${by} may not manage users. --by names the person who is recorded.`)
  return operator
}

/**
 * The person who is added by a command is added by an operator, except by the first commands of a realm, in which nobody manages users
 * yet. Two commands wait for each other. Throws `Refused`.
 */
export async function findOperatorUnlessFirst(
  trx: Kysely<DB>,
  by: string | undefined,
): Promise<StaffPerson | null> {
  await lockStaff(trx)
  if (by !== undefined) return await findOperator(trx, by)
  if (await othersManageUsers(trx, null))
    throw new Refused(
      '--by must be the user ID of the person who adds the user, because people of this realm manage users.',
    )
  return null
}

/** Throws `Refused` unless both exist and the operator manages users. */
export async function findBoth(
  realmDb: Kysely<DB>,
  { userId, by }: { userId: string; by: string },
): Promise<{ person: StaffPerson; operator: StaffPerson }> {
  const person = await findPerson(realmDb, userId)
  if (!person) throw new Refused('There is no user with this ID.')
  return { person, operator: await findOperator(realmDb, by) }
}
