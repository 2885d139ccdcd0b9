import type { Kysely } from 'kysely'
import type { RoleGrant } from '../../../server/auth/role-permissions.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type PasswordHasher, passwordHasher } from '../passwords/server/password-hasher.ts'
import { insertRoles, insertUser, savePasswordHash } from './users.queries.ts'

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

/** Normalizes a user ID as it is stored and compared. */
export function asSsoId(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Creates a person in the realm of `realmDb`, in the caller's transaction if it is one. Roles need a connection that may give them
 * (`accessAdmin`). Returns the id. Throws the database's unique violation if the user id is taken.
 */
export async function createUser(
  realmDb: Kysely<DB>,
  user: NewUser,
  passwords: PasswordHasher = passwordHasher(),
): Promise<string> {
  const hash = user.password === null ? null : await passwords.hash(user.password)
  return await inTransaction(realmDb, async tx => {
    const userId = await insertUser(tx, {
      ...user,
      ssoId: asSsoId(user.ssoId),
      forceEmailChange: user.forceEmailChange ?? false,
    })
    if (hash !== null) await savePasswordHash(tx, userId, hash, new Date())
    await insertRoles(tx, userId, user.roles ?? [])
    return userId
  })
}
