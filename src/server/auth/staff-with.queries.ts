import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Permission } from '../../contract/permissions.ts'
import type { DB } from '../db/schema.ts'

/** The IDs of the staff of the realm who have access and hold a permission of theirs now, as a query (`user_id`). */
export const idsOfStaffWith = (permission: Permission): RawBuilder<unknown> => sql`(
  select distinct u.user_id from app_user u
    join current_user_role r on r.realm = u.realm and r.user_id = u.user_id
  where u.has_access and r.role_code = 'super_user' and (r.actions is null or ${permission} = any(r.actions)))`

/** The staff of the realm who hold a permission now, by name. */
export async function listStaffWith(
  realmDb: Kysely<DB>,
  permission: Permission,
): Promise<{ user_id: string; name: string }[]> {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select u.user_id, u.first_name || ' ' || u.last_name as name from app_user u
    where u.user_id in ${idsOfStaffWith(permission)} order by name, u.user_id limit 200`.execute(realmDb)
  return rows
}
