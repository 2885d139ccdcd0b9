import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { Signer } from '../../../server/signatures/provider.ts'
import { type DonorRow, findDonors } from './contributions.queries.ts'

/** The name of the sponsor's place in an envelope. */
export const sponsorSignerId = 'sponsor'

/** Why a donor cannot sign online; null: they can. */
export function signingViolation({ user_id, email, has_access }: DonorRow): string | null {
  if (user_id === null || email === null) return 'They have no login. Please invite them first.'
  return has_access ? null : 'They cannot log in at the moment.'
}

/**
 * Everyone who must sign a document of the account, in their order: its donors, and after them the sponsor if it countersigns.
 *
 * @throws Problem conflict if a signer cannot sign online.
 */
export async function signersFor(
  db: Kysely<DB>,
  accountId: string,
  { client, needsCountersignature }: { client: Client; needsCountersignature: boolean },
): Promise<Signer[]> {
  const donors = await findDonors(db, accountId)
  if (donors.length === 0)
    throw new Problem('conflict', { detail: 'This account has no donor who could sign.' })
  const signers = donors.map((donor, index): Signer => {
    const { user_id: userId, email, name } = donor
    const violation = signingViolation(donor)
    if (violation !== null || userId === null || email === null)
      throw new Problem('conflict', { detail: `${name} must sign, but cannot do so online. ${violation}` })
    return { signerId: userId, userId, name, email, routingOrder: index + 1 }
  })
  if (!needsCountersignature) return signers
  const { displayName, support } = client
  const routingOrder = signers.length + 1
  const sponsor = { signerId: sponsorSignerId, userId: null, name: displayName, email: support.email }
  return [...signers, { ...sponsor, routingOrder }]
}
