import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../review.contract.ts'
import { findVisibleApplication } from './find-application.ts'
import { findApplicationDuplicates } from './find-application-duplicates.ts'

/** Adds the job that looks for duplicates: it belongs to the realm, whose books it reads. */
export async function findDuplicates(
  { params }: HandlerInput<typeof contract.findDuplicates>,
  context: ContextOf<typeof contract.findDuplicates>,
): Promise<Reply<typeof contract.findDuplicates>> {
  const { row } = await findVisibleApplication(params.applicationId, context)
  const about = { book: context.book.name, applicationId: row.application_id }
  await addJob(context.realmDb, findApplicationDuplicates, about, { key: row.application_id })
  return {}
}
