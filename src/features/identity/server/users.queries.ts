import type { Kysely } from 'kysely'
import type { RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'

/** Returns the id of the new user. Throws the database's unique violation if the user id is taken. */
export async function insertUser(
  realmDb: Kysely<DB>,
  user: {
    ssoId: string
    email: string
    firstName: string
    lastName: string
    hasAccess: boolean
    forceEmailChange: boolean
  },
): Promise<string> {
  const { user_id: userId } = await realmDb
    .insertInto('app_user')
    .values({
      sso_id: user.ssoId,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      has_access: user.hasAccess,
      force_email_change: user.forceEmailChange,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return userId
}

/** Rights of a person who is set up with them: by the demonstration, or as the first of a realm. Nobody is there to confirm them. */
export async function insertRoles(
  realmDb: Kysely<DB>,
  userId: string,
  roles: readonly RoleGrant[],
): Promise<void> {
  if (roles.length === 0) return
  await realmDb
    .insertInto('user_role')
    .values(
      roles.map(({ role, actions }) => ({
        user_id: userId,
        role_code: role,
        all_actions: actions === null,
        actions: actions === null ? null : [...actions],
        state: 'active',
        second_person: 'waived',
        reason: 'Set up with the user',
      })),
    )
    .execute()
}

export async function userExists(realmDb: Kysely<DB>, userId: string): Promise<boolean> {
  const user = await realmDb
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return user !== undefined
}

/** Stores or replaces a password hash. Hashing takes too long for a transaction, so the caller does it before. */
export async function savePasswordHash(
  realmDb: Kysely<DB>,
  userId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await realmDb
    .insertInto('password_credential')
    .values({ user_id: userId, password_hash: hash, changed_at: now })
    .onConflict(conflict =>
      conflict.columns(['realm', 'user_id']).doUpdateSet({ password_hash: hash, changed_at: now }),
    )
    .execute()
}

/** Takes the login of a person away, also of one who is suspended; their sessions end by endSessions. */
export async function withdrawLogin(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ has_access: false, suspended_at: null, suspended_by: null, suspension_reason: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Suspends a person, or lets them in again (null). */
export async function setSuspension(
  trx: Kysely<DB>,
  userId: string,
  suspension: { at: Date; by: string; reason: string } | null,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      has_access: suspension === null,
      suspended_at: suspension?.at ?? null,
      suspended_by: suspension?.by ?? null,
      suspension_reason: suspension?.reason ?? null,
    })
    .where('user_id', '=', userId)
    .execute()
}
