import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** More sessions than a person has. */
const maxSessions = 200

/** The live sessions of a person in this realm, last seen first. */
export function listSessionsOf(realmDb: Kysely<DB>, userId: string, now: Date) {
  return realmDb
    .selectFrom('session')
    .select(['session_id', 'browser', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .limit(maxSessions)
    .execute()
}

/** The person's user id and password hash (null if none). */
export function findOwnCredential(realmDb: Kysely<DB>, userId: string) {
  return realmDb
    .selectFrom('app_user as u')
    .leftJoin('password_credential as c', join =>
      join.onRef('c.realm', '=', 'u.realm').onRef('c.user_id', '=', 'u.user_id'),
    )
    .select(['u.sso_id', 'c.password_hash'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}
