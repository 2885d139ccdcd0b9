import type { Kysely } from 'kysely'
import type { PasswordHasher } from '../../features/identity/passwords/server/password-hasher.ts'
import { createUser } from '../../features/identity/server/create-user.ts'
import type { DB } from '../../server/db/schema.ts'
import { findDonorWithoutSignIn, linkUser } from './one-currency-donor.queries.ts'

/** The user ID of the person below: `one-currency@nptuk.example`. */
export const oneCurrencyEmail = (realm: string) => `one-currency@${realm}.example`

/**
 * Gives a sign-in to a donor of the primary book of a client with two books. The person has no account in the other currency,
 * unlike the user `donor`, who has three in each.
 */
export async function makeOneCurrencyDonor(about: {
  db: Kysely<DB>
  realmDb: Kysely<DB>
  realm: string
  password: string
  passwords: PasswordHasher | undefined
}): Promise<void> {
  const { db, realmDb, realm, password, passwords } = about
  const donor = await findDonorWithoutSignIn(db)
  const email = oneCurrencyEmail(realm)
  const { first_name: firstName, last_name: lastName } = donor
  const user = { ssoId: email, email, firstName, lastName, password, hasAccess: true, roles: [] }
  await linkUser(db, donor.party_id, { userId: await createUser(realmDb, user, passwords), email })
}
