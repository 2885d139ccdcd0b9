import { randomUUID } from 'node:crypto'
import type { Databases } from '../../server/db/pools.ts'
import { createUser, type NewUser } from '../../server/identity/create-user.ts'
import { type PasswordHasher, passwordHasher } from '../../server/identity/passwords.ts'

export type MadeUser = {
  realm: string
  userId: string
  ssoId: string
  email: string
  firstName: string
  lastName: string
}

/** As cheap as argon2 allows: what a guess costs is not what most tests are about. */
export const cheapPasswords: PasswordHasher = passwordHasher({ memoryKib: 8, passes: 1, parallelism: 1 })

/** A person of a realm (npt) who can sign in as soon as the test gives a `password`; no role, no fund account. */
export async function makeUser(
  databases: Databases,
  about: Partial<NewUser> & { realm?: string } = {},
): Promise<MadeUser> {
  const { realm = 'npt', ...given } = about
  const ssoId = given.ssoId ?? `person-${randomUUID().slice(0, 13)}@${realm}.example`
  const user: NewUser = {
    email: ssoId.includes('@') ? ssoId : `${ssoId}@${realm}.example`,
    firstName: 'Margaret',
    lastName: 'Ellison',
    password: null,
    hasAccess: true,
    ...given,
    ssoId,
  }
  const userId = await createUser(databases.realm(realm), user, cheapPasswords)
  const { email, firstName, lastName } = user
  return { realm, userId, ssoId, email, firstName, lastName }
}
