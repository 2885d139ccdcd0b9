import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import type { ExternalProvider } from './provider-settings.ts'
import type { LinkClaim } from './verified-identity.ts'

/** The person of a provider's subject, or why there is none. */
export type LinkResult =
  | { userId: string; hasAccess: boolean; isNew: boolean }
  | { refusal: 'not a user of this realm' | 'linked to another subject' | 'nothing to link by' }

/**
 * Finds the person of an external provider's subject: by the stored link or, the first time, by the configured claim, and
 * then stores the link. An e-mail that several people share identifies nobody.
 */
export async function linkIdentity(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  { subject, linkClaim }: { subject: string; linkClaim: LinkClaim | null },
): Promise<LinkResult> {
  const existing = await findLinked(realmDb, provider, subject)
  if (existing) return existing
  if (linkClaim === null) return { refusal: 'nothing to link by' }
  const people = await findByClaim(realmDb, linkClaim)
  const [person] = people
  if (!person || people.length > 1) return { refusal: 'not a user of this realm' }
  // A person without access is not linked, because the link outlives the claim.
  if (!person.has_access) return { userId: person.user_id, hasAccess: false, isNew: false }
  await realmDb
    .insertInto('user_identity')
    .values({ kind: provider.kind, issuer: provider.issuer, subject, user_id: person.user_id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // A concurrent first login may have stored this link. If the person has a link to another subject, there is none.
  const linked = await findLinked(realmDb, provider, subject)
  return linked ? { ...linked, isNew: true } : { refusal: 'linked to another subject' }
}

async function findLinked(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  subject: string,
): Promise<{ userId: string; hasAccess: boolean; isNew: boolean } | undefined> {
  const row = await realmDb
    .selectFrom('user_identity as i')
    .innerJoin('app_user as u', join =>
      join.onRef('u.realm', '=', 'i.realm').onRef('u.user_id', '=', 'i.user_id'),
    )
    .select(['u.user_id', 'u.has_access'])
    .where('i.kind', '=', provider.kind)
    .where('i.issuer', '=', provider.issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return row && { userId: row.user_id, hasAccess: row.has_access, isNew: false }
}

function findByClaim(realmDb: Kysely<DB>, { to, value }: LinkClaim) {
  const people = realmDb.selectFrom('app_user').select(['user_id', 'has_access']).limit(2)
  const text = value.trim().toLowerCase()
  return to === 'ssoId'
    ? people.where('sso_id', '=', text).execute()
    : people.where(row => row(row.fn('lower', ['email']), '=', text)).execute()
}
