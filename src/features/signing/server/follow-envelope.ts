import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { SignatureProviders } from '../../../server/signatures/providers.ts'

/**
 * Adds the job that follows what happened to an envelope. In the transaction of what happened, so that neither is lost without the
 * other, and a job that fails is repeated without failing the request that caused it.
 *
 * @returns false if nothing of the book has this envelope.
 */
export async function followEnvelope(
  { owners }: Pick<SignatureProviders, 'owners'>,
  db: Kysely<DB>,
  envelope: { provider: string; envelopeId: string },
): Promise<boolean> {
  for (const owner of owners) if (await owner.follow(db, envelope)) return true
  return false
}
