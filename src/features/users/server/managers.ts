import type { Kysely } from 'kysely'
import { holdsOnRealm } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { rightsOfStaff } from './staff.queries.ts'

export type Manager = { userId: string; email: string }

/** The people with access who manage users now. */
export async function listManagers(realmDb: Kysely<DB>, now: Date): Promise<Manager[]> {
  const rights = await rightsOfStaff(realmDb, now)
  const managing = rights.filter(({ role, actions }) => holdsOnRealm([{ role, actions }], 'USER_MANAGE'))
  return [...new Map(managing.map(({ userId, email }) => [userId, { userId, email }])).values()]
}
