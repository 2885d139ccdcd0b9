import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type ApplicationRow, lockApplication } from './applications.queries.ts'
import { findOwnApplication, findVisibleApplication, type OpeningContext } from './find-application.ts'
import { toResponse } from './show-application.ts'
import { voidEnvelope } from './void-envelope.ts'

export const stateConflict = (detail: string) => new Problem('conflict', { detail })

/** Runs a change of the caller's own application in a transaction that holds its lock, and shows it after that. */
export async function changeOwn(
  applicationId: string,
  context: OpeningContext,
  change: (trx: Kysely<DB>, row: ApplicationRow) => Promise<void>,
) {
  await findOwnApplication(applicationId, context)
  await context.db.transaction().execute(async trx => {
    const row = await lockApplication(trx, applicationId)
    if (!row) throw new Problem('not-found')
    await change(trx, row)
  })
  return await toResponse(await findVisibleApplication(applicationId, context), context)
}

/** The job withdraws the envelope, since its provider may be down. */
export async function endDocument(trx: Kysely<DB>, row: ApplicationRow): Promise<void> {
  const { provider, envelope_id: envelopeId, client } = row
  if (provider === null || envelopeId === null || row.state !== 'signing') return
  await addJob(trx, voidEnvelope, { client, provider, envelopeId }, { key: `void-${envelopeId}` })
}
