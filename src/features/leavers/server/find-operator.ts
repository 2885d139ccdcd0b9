import type { Kysely } from 'kysely'
import { holdsOnRealm, type RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findPerson, type StaffPerson } from './leavers.queries.ts'

/** Why a command about people was refused, as a sentence for the operator. Nothing was changed. */
export class Refused extends Error {}

/** Longer reasons would be cut off in the audit log. */
export const maxReasonLength = 120

export const managesUsers = (roles: readonly RoleGrant[]): boolean => holdsOnRealm(roles, 'USER_MANAGE')

/** Throws `Refused` unless both exist and the operator manages users. */
export async function findBoth(
  realmDb: Kysely<DB>,
  { userId, by }: { userId: string; by: string },
): Promise<{ person: StaffPerson; operator: StaffPerson }> {
  const person = await findPerson(realmDb, userId)
  if (!person) throw new Refused('There is no user with this ID.')
  const operator = await findPerson(realmDb, by)
  if (!operator?.hasAccess || !managesUsers(operator.roles))
    throw new Refused(`${by} may not manage users. --by names the person who is recorded.`)
  return { person, operator }
}
