import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import type { ExternalProvider } from './provider-settings.ts'
import type { Claimed } from './verified-identity.ts'

/** The person whom a provider vouches for, or why nobody is. */
export type Found =
  | { userId: string; hasAccess: boolean; isNew: boolean }
  | { refusal: 'not a user of this realm' | 'linked to another subject' | 'nothing to link by' }

/**
 * The person whom an outside provider means by `subject`: the one it was linked to, else, the first time, the one whom the
 * configured claim names. An e-mail that several people have names nobody.
 */
export async function linkIdentity(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  { subject, claimed }: { subject: string; claimed: Claimed | null },
): Promise<Found> {
  const known = await findLinked(realmDb, provider, subject)
  if (known) return known
  if (claimed === null) return { refusal: 'nothing to link by' }
  const people = await findClaimed(realmDb, claimed)
  const [person] = people
  if (!person || people.length > 1) return { refusal: 'not a user of this realm' }
  // Whoever has no access is not linked either: a link outlives what the claim says.
  if (!person.has_access) return { userId: person.user_id, hasAccess: false, isNew: false }
  await realmDb
    .insertInto('user_identity')
    .values({ kind: provider.kind, issuer: provider.issuer, subject, user_id: person.user_id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  // Of two first sign-ins at once one has written it; of another subject's claim to the same person neither has.
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

function findClaimed(realmDb: Kysely<DB>, { to, value }: Claimed) {
  const people = realmDb.selectFrom('app_user').select(['user_id', 'has_access']).limit(2)
  const text = value.trim().toLowerCase()
  return to === 'ssoId'
    ? people.where('sso_id', '=', text).execute()
    : people.where(row => row(row.fn('lower', ['email']), '=', text)).execute()
}
