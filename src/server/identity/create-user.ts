import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { RoleGrant } from '../session/role-permissions.ts'
import { type PasswordHasher, passwordHasher } from './passwords.ts'

export type NewUser = {
  /** What the person types to sign in; kept in lower case, unique in the realm. */
  ssoId: string
  email: string
  firstName: string
  lastName: string
  /** Null: the person has none yet, and cannot sign in by password. */
  password: string | null
  /** Roles on the realm (open-points 3); `actions` null: all of the role's. */
  roles?: readonly RoleGrant[]
  /** Whether they are let in at all. */
  hasAccess: boolean
  forceEmailChange?: boolean
}

/** The form in which user ids are kept and compared. */
export function asSsoId(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * A person who can sign in. `realmDb` is the realm's own connection, which decides the realm; returns the user's id.
 * Throws the database's unique violation where the user id is taken.
 */
export async function createUser(
  realmDb: Kysely<DB>,
  user: NewUser,
  passwords: PasswordHasher = passwordHasher(),
): Promise<string> {
  const hash = user.password === null ? null : await passwords.hash(user.password)
  return realmDb.transaction().execute(async tx => {
    const { user_id: userId } = await tx
      .insertInto('app_user')
      .values({
        sso_id: asSsoId(user.ssoId),
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        has_access: user.hasAccess,
        force_email_change: user.forceEmailChange ?? false,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    if (hash !== null)
      await tx.insertInto('password_credential').values({ user_id: userId, password_hash: hash }).execute()
    for (const { role, actions } of user.roles ?? [])
      await tx
        .insertInto('user_role')
        .values({ user_id: userId, role_code: role, actions: actions === null ? null : [...actions] })
        .execute()
    return userId
  })
}

/** Gives the person this password from now on, whether or not there was one before. */
export async function setPassword(
  realmDb: Kysely<DB>,
  userId: string,
  password: string,
  passwords: PasswordHasher = passwordHasher(),
): Promise<void> {
  await keepPasswordHash(realmDb, userId, await passwords.hash(password), new Date())
}

/** The same where the hash is made already: making it takes too long for a transaction. */
export async function keepPasswordHash(
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
