import type { Kysely } from 'kysely'
import type { AuditKind } from '../../../../contract/audit-kinds.ts'
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

const loginKinds = [
  'signed-in',
  'sign-in-refused',
  'password-refused',
  'factor-refused',
] as const satisfies readonly AuditKind[]
const loginDays = 90
const maxLogins = 10

/**
 * The latest logins of a person in this realm and the attempts that were refused, newest first. A refusal in a session is no login: it
 * concerns a confirmation or a change of the password.
 */
export function listLoginsOf(realmDb: Kysely<DB>, userId: string, now: Date) {
  return realmDb
    .selectFrom('audit_event as e')
    .leftJoin('session as s', join =>
      join.onRef('s.realm', '=', 'e.realm').onRef('s.session_id', '=', 'e.session_id'),
    )
    .select(['e.seq', 'e.at', 'e.kind', 's.browser', 'e.address'])
    .where('e.user_id', '=', userId)
    .where('e.kind', 'in', loginKinds)
    .where(eb => eb.or([eb('e.kind', '=', 'signed-in'), eb('e.session_id', 'is', null)]))
    .where('e.at', '>', new Date(now.getTime() - loginDays * 24 * 60 * 60 * 1000))
    .orderBy('e.at', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(maxLogins)
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
