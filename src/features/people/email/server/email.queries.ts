import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/**
 * Changes the person's e-mail, and their user id if `ssoId` is not null. Returns undefined if another person of the realm has
 * the e-mail or access was withdrawn. A lock serializes concurrent changes to one address.
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
