import type { Kysely } from 'kysely'
import type { Permission } from '../../../contract/permissions.ts'
import { holdsOnRealm } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { rightsOfStaff } from './staff.queries.ts'

export type Manager = { userId: string; email: string }

/** The people with access who hold all of these permissions on the realm now, be it by several rights. */
export async function listStaffWith(
  realmDb: Kysely<DB>,
  permissions: readonly Permission[],
  now: Date,
): Promise<Manager[]> {
  const rights = await rightsOfStaff(realmDb, now)
  const people = [...new Map(rights.map(({ userId, email }) => [userId, { userId, email }])).values()]
  return people.filter(({ userId }) =>
    permissions.every(permission =>
      holdsOnRealm(
        rights.filter(right => right.userId === userId),
        permission,
      ),
    ),
  )
}

/** The people with access who manage users now. */
export const listManagers = (realmDb: Kysely<DB>, now: Date): Promise<Manager[]> =>
  listStaffWith(realmDb, ['USER_MANAGE'], now)
