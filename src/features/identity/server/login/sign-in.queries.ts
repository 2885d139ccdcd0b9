import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** The user id and password hash (null if none) for this user name in lower case. */
export function findCredential(realmDb: Kysely<DB>, ssoId: string) {
  return realmDb
    .selectFrom('app_user as u')
    .leftJoin('password_credential as c', join =>
      join.onRef('c.realm', '=', 'u.realm').onRef('c.user_id', '=', 'u.user_id'),
    )
    .select(['u.user_id', 'c.password_hash'])
    .where('u.sso_id', '=', ssoId)
    .executeTakeFirst()
}

/** Stores the same password at the current cost. Leaves the time of the last password change as it is. */
export async function renewPasswordHash(realmDb: Kysely<DB>, userId: string, hash: string): Promise<void> {
  await realmDb
    .updateTable('password_credential')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .execute()
}

/** The person of the embedded provider's `subject`, which is the user id. */
export function findLinkedUser(realmDb: Kysely<DB>, subject: string) {
  return realmDb
    .selectFrom('app_user')
    .select(['user_id', 'has_access'])
    .where('user_id', '=', subject)
    .executeTakeFirst()
}

export async function findLoginCurrency(realmDb: Kysely<DB>, sessionId: string): Promise<string | null> {
  const row = await realmDb
    .selectFrom('session')
    .select('login_currency')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.login_currency ?? null
}

/** The name of the provider that authenticated this session; null if unknown. */
export async function findProviderOfSession(realmDb: Kysely<DB>, sessionId: string): Promise<string | null> {
  const row = await realmDb
    .selectFrom('session')
    .select('provider')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.provider ?? null
}
