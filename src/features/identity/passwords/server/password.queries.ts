import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** Limits a mail to an address that many people share. */
const maxUserIds = 20

/** The person of this user id (lower case); undefined if they have no access. */
export function findUserWithAccess(realmDb: Kysely<DB>, ssoId: string) {
  return realmDb
    .selectFrom('app_user')
    .select(['user_id', 'sso_id', 'email', 'first_name', 'last_name'])
    .where('sso_id', '=', ssoId)
    .where('has_access', '=', true)
    .executeTakeFirst()
}

/** The people with this e-mail, ignoring case, who have access. */
export function findByEmail(realmDb: Kysely<DB>, email: string) {
  return realmDb
    .selectFrom('app_user')
    .select(['user_id', 'sso_id', 'email', 'first_name', 'last_name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('has_access', '=', true)
    .orderBy('sso_id')
    .limit(maxUserIds)
    .execute()
}

/** The person and their password hash, which is null if they have none. Undefined without access. */
export function findPasswordOwner(realmDb: Kysely<DB>, userId: string) {
  return realmDb
    .selectFrom('app_user as u')
    .leftJoin('password_credential as c', join =>
      join.onRef('c.realm', '=', 'u.realm').onRef('c.user_id', '=', 'u.user_id'),
    )
    .select([
      'u.user_id as userId',
      'u.sso_id as ssoId',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'c.password_hash as passwordHash',
    ])
    .where('u.user_id', '=', userId)
    .where('u.has_access', '=', true)
    .executeTakeFirst()
}

/** Whether a mail with this cause was written. */
export async function mailExists(trx: Kysely<DB>, cause: string): Promise<boolean> {
  const mail = await trx
    .selectFrom('person_mail')
    .select('mail_id')
    .where('cause', '=', cause)
    .executeTakeFirst()
  return mail !== undefined
}
