import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../posting-requests.contract.ts'
import { type DecisionContext, decidedBy, requireDecidable } from './decide-posting-request.ts'
import { lockRequest, updateRequest } from './posting-requests.queries.ts'

/** Declines a request with a note for the person who entered it. Throws as `confirmPostingRequest` does, but for the command. */
export async function declinePostingRequest(
  { params: { requestId }, body }: HandlerInput<typeof contract.declinePostingRequest>,
  context: DecisionContext,
): Promise<Reply<typeof contract.declinePostingRequest>> {
  await inTransaction(context.db, async trx => {
    requireDecidable(await lockRequest(trx, requestId), context.actor)
    const { note } = body.data.attributes
    await updateRequest(trx, requestId, { state: 'declined', note, ...decidedBy(context) })
  })
  return { requestId, state: 'declined' }
}
