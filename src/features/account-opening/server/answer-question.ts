import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../account-opening.contract.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeOwn, stateConflict } from './change-application.ts'
import { mailApplication } from './mail-application.ts'
import { eventBy } from './start-application.ts'

/** Answers staff's question: the application is under review again. */
export async function answerQuestion(
  { params, body }: HandlerInput<typeof contract.answerQuestion>,
  context: ContextOf<typeof contract.answerQuestion>,
): Promise<Reply<typeof contract.answerQuestion>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state !== 'asked') throw stateConflict('There is no longer a question to answer.')
    await updateApplication(trx, row.application_id, { state: 'submitted', changed_at: context.clock.now() })
    await addEvent(trx, row.application_id, eventBy(context, 'answered', body.data.attributes.answer))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'answered' })
  })
}
