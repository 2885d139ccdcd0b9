import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ApplicationReview } from '../review.contract.ts'
import { type ApplicationRow, lockApplication } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { getApplicationReview } from './get-application-review.ts'

/** Runs a change of the caller's as a reviewer in a transaction that holds the application's lock, and shows it after that. */
export async function changeAsReviewer(
  applicationId: string,
  context: OpeningContext,
  change: (trx: Kysely<DB>, row: ApplicationRow) => Promise<void>,
): Promise<ApplicationReview> {
  await findVisibleApplication(applicationId, context)
  await context.db.transaction().execute(async trx => {
    const row = await lockApplication(trx, applicationId)
    if (!row) throw new Problem('not-found')
    await change(trx, row)
  })
  return await getApplicationReview(
    { params: { applicationId }, query: undefined, body: undefined, upload: undefined },
    context,
  )
}
