import { randomUUID } from 'node:crypto'
import {
  type PasswordHasher,
  passwordHasher,
} from '../../features/identity/passwords/server/password-hasher.ts'
import { createUser, type NewUser } from '../../features/identity/server/create-user.ts'
import type { Databases } from '../../server/db/pools.ts'

export type MadeUser = {
  realm: string
  userId: string
  ssoId: string
  email: string
  firstName: string
  lastName: string
}

/** The lowest cost that argon2 allows, so that tests are fast. */
export const fastPasswordHasher: PasswordHasher = passwordHasher({ memoryKib: 8, passes: 1, parallelism: 1 })

/** A person of a realm (default npt) without roles and fund accounts. To sign in they need a `password`. */
export async function makeUser(
  databases: Databases,
  about: Partial<NewUser> & { realm?: string } = {},
): Promise<MadeUser> {
  const { realm = 'npt', ...overrides } = about
  const ssoId = overrides.ssoId ?? `person-${randomUUID().slice(0, 13)}@${realm}.example`
  const user: NewUser = {
    email: ssoId.includes('@') ? ssoId : `${ssoId}@${realm}.example`,
    firstName: 'Margaret',
    lastName: 'Ellison',
    password: null,
    hasAccess: true,
    ...overrides,
    ssoId,
  }
  const userId = await createUser(
    user.roles?.length ? databases.accessAdmin(realm) : databases.realm(realm),
    user,
    fastPasswordHasher,
  )
  const { email, firstName, lastName } = user
  return { realm, userId, ssoId, email, firstName, lastName }
}
