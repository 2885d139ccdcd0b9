import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../review.contract.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeAsReviewer } from './change-as-reviewer.ts'
import { mailApplication } from './mail-application.ts'
import { requireDecidable } from './review-application.ts'
import { eventBy } from './start-application.ts'

export async function askApplicant(
  { params, body }: HandlerInput<typeof contract.askApplicant>,
  context: ContextOf<typeof contract.askApplicant>,
): Promise<Reply<typeof contract.askApplicant>> {
  const { message } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (row.state === 'asked' && row.message === message) return
    await requireDecidable(trx, row, context)
    if (row.state === 'asked')
      throw new Problem('conflict', { detail: 'A question is open already. Please wait for the answer.' })
    const at = context.clock.now()
    await updateApplication(trx, row.application_id, { state: 'asked', message, changed_at: at })
    await addEvent(trx, row.application_id, eventBy(context, 'asked', message))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'asked' })
  })
}
