import type { AccountRole } from '../../domain/account-roles.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeAccount } from './make-account.ts'
import type { MadeUser } from './make-user.ts'

/**
 * Relates a person to a fund account, as donor by default. A user has one party in each book, which the first relationship
 * creates. Without a user, the party is a person who cannot sign in. A user has accepted the relationship, unless `contact` is
 * `waiting`. Returns the party's id.
 */
export async function makeRelationship(
  databases: Databases,
  account: Pick<MadeAccount, 'book' | 'accountId'>,
  about: {
    user?: MadeUser
    role?: AccountRole
    name?: string
    email?: string
    endedAt?: Date
    contact?: 'accepted' | 'waiting'
  } = {},
): Promise<string> {
  const db = databases.book(account.book)
  const partyId = await partyOf(databases, account.book, about)
  await db
    .insertInto('account_relationship')
    .values({
      account_id: account.accountId,
      party_id: partyId,
      account_role_code: about.role ?? 'donor',
      ended_at: about.endedAt ?? null,
      ...sharingOf(about),
    })
    .execute()
  return partyId
}

function sharingOf({ user, contact = 'accepted' }: { user?: MadeUser; contact?: 'accepted' | 'waiting' }) {
  if (!user) return {}
  if (contact === 'accepted') return { contact_sharing: contact, contact_decided_at: new Date() }
  const { firstName, lastName, email } = user
  return {
    contact_sharing: contact,
    entered_first_name: firstName,
    entered_last_name: lastName,
    entered_email: email,
  }
}

async function partyOf(
  databases: Databases,
  book: string,
  { user, name, email }: { user?: MadeUser; name?: string; email?: string },
) {
  const db = databases.book(book)
  if (user) {
    const existing = await db
      .selectFrom('party')
      .select('party_id')
      .where('user_id', '=', user.userId)
      .executeTakeFirst()
    if (existing) return existing.party_id
  }
  const firstName = user?.firstName ?? 'Harold'
  const lastName = user?.lastName ?? 'Whitcombe'
  const made = await db
    .insertInto('party')
    .values({
      user_id: user?.userId ?? null,
      name: name ?? `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      email: email ?? user?.email ?? 'harold.whitcombe@people.example',
      address_line1: '12 Orchard Row',
      city: 'Philadelphia',
      state: 'PA',
      postal_code: '19100',
      country: 'US',
    })
    .returning('party_id')
    .executeTakeFirstOrThrow()
  return made.party_id
}
