import type { Kysely } from 'kysely'
import type { RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type PasswordHasher, passwordHasher } from './passwords/password-hasher.ts'

export type NewUser = {
  /** The user id that the person logs in with. Stored in lower case, unique in the realm. */
  ssoId: string
  email: string
  firstName: string
  lastName: string
  /** Null for a person without a password. */
  password: string | null
  /** Roles on the realm (§14). `actions` null: all permissions of the role. */
  roles?: readonly RoleGrant[]
  /** Whether the person may use the portal. */
  hasAccess: boolean
  forceEmailChange?: boolean
}

/** Normalises a user id as it is stored and compared. */
export function asSsoId(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Creates a person in the realm of `realmDb`. Returns the id. Throws the database's unique violation if the user id is taken.
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

/** Sets or replaces the person's password. */
export async function setPassword(
  realmDb: Kysely<DB>,
  userId: string,
  password: string,
  passwords: PasswordHasher = passwordHasher(),
): Promise<void> {
  await savePasswordHash(realmDb, userId, await passwords.hash(password), new Date())
}

/** Stores a password hash. Hashing takes too long for a transaction, so the caller does it before. */
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
