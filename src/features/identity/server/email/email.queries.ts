import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/**
 * Gives the person this e-mail, and this user id where it is given one, in the transaction of `trx`; undefined where somebody
 * else of the realm has the e-mail, or access was withdrawn. Two people who take one address at the same moment wait for each
 * other.
 */
export async function changeEmail(
  trx: Kysely<DB>,
  { userId, email, ssoId }: { userId: string; email: string; ssoId: string | null },
): Promise<{ ssoId: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('email ' || realm() || ' ' || lower(${email}), 0))`.execute(
    trx,
  )
  return await trx
    .updateTable('app_user')
    .set({ email, force_email_change: false, ...(ssoId === null ? {} : { sso_id: ssoId }) })
    .where('user_id', '=', userId)
    .where('has_access', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('app_user as other')
            .select('other.user_id')
            .where(sql`lower(other.email)`, '=', email.toLowerCase())
            .where('other.user_id', '!=', userId),
        ),
      ),
    )
    .returning('sso_id as ssoId')
    .executeTakeFirst()
}
