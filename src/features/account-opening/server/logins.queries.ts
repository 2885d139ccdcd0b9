import { type Kysely, sql } from 'kysely'
import { idsOfStaffWith } from '../../../server/auth/staff-with.queries.ts'
import type { DB } from '../../../server/db/schema.ts'

/** A person's name and address in the realm. Null without access. */
export async function findLogin(
  db: Kysely<DB>,
  userId: string,
): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    select first_name || ' ' || last_name as name, email from app_user where user_id = ${userId} and has_access`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The member of staff with this user ID, if they may accept applications. */
export async function findReviewer(
  realmDb: Kysely<DB>,
  ssoId: string,
): Promise<{ user_id: string; name: string } | undefined> {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select u.user_id, u.first_name || ' ' || u.last_name as name from app_user u
    where u.sso_id = lower(btrim(${ssoId})) and u.user_id in ${idsOfStaffWith('APPLICATION_REVIEW')}`.execute(
    realmDb,
  )
  return rows[0]
}
