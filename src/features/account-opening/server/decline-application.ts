import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../review.contract.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeAsReviewer } from './change-as-reviewer.ts'
import { mailApplication } from './mail-application.ts'
import { requireDecidable } from './review-application.ts'
import { eventBy } from './start-application.ts'

export async function declineApplication(
  { params, body }: HandlerInput<typeof contract.declineApplication>,
  context: ContextOf<typeof contract.declineApplication>,
): Promise<Reply<typeof contract.declineApplication>> {
  const { actor, clock } = context
  const { message } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (row.state === 'declined' && row.decided_by === actor.userId) return
    await requireDecidable(trx, row, context)
    const at = clock.now()
    await updateApplication(trx, row.application_id, {
      state: 'declined',
      message,
      changed_at: at,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: at,
    })
    await addEvent(trx, row.application_id, eventBy(context, 'declined', message))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'declined' })
  })
}
