import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { decide, requireDecidable, requirePending } from './decide-request.ts'
import { mailPeopleChange } from './mail-people-change.ts'
import { sentenceOf } from './show-requests.ts'

/** Declines a request; the donors read the message. Throws as `confirmRequest` does. */
export async function declineRequest(
  { params, body }: HandlerInput<typeof contract.declineRequest>,
  context: ContextOf<typeof contract.declineRequest>,
): Promise<Reply<typeof contract.declineRequest>> {
  const { db, client } = context
  const request = await requireDecidable(params.requestId, context)
  await db.transaction().execute(async trx => {
    if (!(await requirePending(trx, request, 'declined', context))) return
    await decide(trx, request, { state: 'declined', message: body.data.attributes.message }, context)
    await addJob(trx, mailPeopleChange, {
      client: client.name,
      change: { event: 'declined', id: request.request_id },
    })
  })
  return { state: 'declined', sentence: sentenceOf(request, client) }
}
