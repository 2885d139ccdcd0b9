import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'
import { findLinkedUser, findUsersByClaim, insertLink, type LinkedUser } from './identity-links.queries.ts'
import type { ExternalProvider } from './provider-settings.ts'
import type { LinkClaim } from './verified-identity.ts'

/** The user of a provider's subject, or why there is none. */
type LinkResult =
  | (LinkedUser & { isNew: boolean })
  | { refusal: 'not a user of this realm' | 'linked to another subject' | 'nothing to link by' }

/**
 * Finds the user of an external provider's subject: by the stored link or, the first time, by the configured claim, and
 * then stores the link. An e-mail that several users share identifies none of them.
 */
export async function linkIdentity(
  realmDb: Kysely<DB>,
  provider: ExternalProvider,
  { subject, linkClaim }: { subject: string; linkClaim: LinkClaim | null },
): Promise<LinkResult> {
  const existing = await findLinkedUser(realmDb, provider, subject)
  if (existing) return { ...existing, isNew: false }
  if (linkClaim === null) return { refusal: 'nothing to link by' }
  const [user, ...others] = await findUsersByClaim(realmDb, linkClaim)
  if (!user || others.length > 0) return { refusal: 'not a user of this realm' }
  // A user without access is not linked, because the link outlives the claim.
  if (!user.hasAccess) return { ...user, isNew: false }
  await insertLink(realmDb, provider, { subject, userId: user.userId })
  // A concurrent first login may have stored this link. If the user has a link to another subject, there is none.
  const linked = await findLinkedUser(realmDb, provider, subject)
  return linked ? { ...linked, isNew: true } : { refusal: 'linked to another subject' }
}
