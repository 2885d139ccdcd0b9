import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { followApplication } from '../../account-opening/server/advance-application.ts'
import { followContributionDocument } from '../../contributions/server/follow-envelope.ts'

/**
 * Adds the job that follows what happened to an envelope. In the transaction of what happened, so that neither is lost without the
 * other, and a job that fails is repeated without failing the request that caused it.
 *
 * @returns false if nothing of the book has this envelope.
 */
export async function followEnvelope(
  db: Kysely<DB>,
  envelope: { provider: string; envelopeId: string },
): Promise<boolean> {
  return (await followContributionDocument(db, envelope)) || (await followApplication(db, envelope))
}
