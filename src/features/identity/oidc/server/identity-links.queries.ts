import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import type { ExternalProvider } from './provider-settings.ts'
import type { LinkClaim } from './verified-identity.ts'

export type LinkedUser = { userId: string; hasAccess: boolean }

/** The user linked to this subject of the provider. */
export function findLinkedUser(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  subject: string,
): Promise<LinkedUser | undefined> {
  return realmDb
    .selectFrom('user_identity as i')
    .innerJoin('app_user as u', join =>
      join.onRef('u.realm', '=', 'i.realm').onRef('u.user_id', '=', 'i.user_id'),
    )
    .select(['u.user_id as userId', 'u.has_access as hasAccess'])
    .where('i.kind', '=', provider.kind)
    .where('i.issuer', '=', provider.issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

/** The users that the claim identifies; two at most, because more than one is ambiguous. */
export function findUsersByClaim(realmDb: Kysely<DB>, { to, value }: LinkClaim): Promise<LinkedUser[]> {
  const users = realmDb
    .selectFrom('app_user')
    .select(['user_id as userId', 'has_access as hasAccess'])
    .limit(2)
  const text = value.trim().toLowerCase()
  return to === 'ssoId'
    ? users.where('sso_id', '=', text).execute()
    : users.where(row => row(row.fn('lower', ['email']), '=', text)).execute()
}

/** Does nothing if the subject or the user is already linked at this provider. */
export async function insertLink(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  { subject, userId }: { subject: string; userId: string },
): Promise<void> {
  await realmDb
    .insertInto('user_identity')
    .values({ kind: provider.kind, issuer: provider.issuer, subject, user_id: userId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** More logins than a person has. */
const maxLinks = 100

export type LinkedLogin = { kind: string; issuer: string; subject: string; linked_at: Date }

/** The logins of a person at the bank's providers. */
export async function linkedLogins(realmDb: Kysely<DB>, userId: string): Promise<LinkedLogin[]> {
  return await realmDb
    .selectFrom('user_identity')
    .select(['kind', 'issuer', 'subject', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .limit(maxLinks)
    .execute()
}

/** Throws the database's unique violation if the subject, or the person at this provider, is linked already. */
export async function insertLogin(
  trx: Kysely<DB>,
  login: { kind: 'openid' | 'saml'; issuer: string; subject: string; userId: string; linkedBy: string },
): Promise<void> {
  const { kind, issuer, subject, userId, linkedBy } = login
  await trx
    .insertInto('user_identity')
    .values({ kind, issuer, subject, user_id: userId, linked_by: linkedBy })
    .execute()
}

/** Returns whether the person had this login. */
export async function deleteLogin(
  trx: Kysely<DB>,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('user_identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
