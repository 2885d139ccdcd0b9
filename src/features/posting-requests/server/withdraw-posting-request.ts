import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../posting-requests.contract.ts'
import { type DecisionContext, decidedBy, requireOpen } from './decide-posting-request.ts'
import { lockRequest, updateRequest } from './posting-requests.queries.ts'

/** Withdraws the caller's own request. Throws `not-found` for that of someone else. */
export async function withdrawPostingRequest(
  { params: { requestId } }: HandlerInput<typeof contract.withdrawPostingRequest>,
  context: DecisionContext,
): Promise<Reply<typeof contract.withdrawPostingRequest>> {
  await inTransaction(context.db, async trx => {
    const request = await lockRequest(trx, requestId)
    if (request?.requested_by !== context.actor.userId) throw new Problem('not-found')
    requireOpen(request)
    await updateRequest(trx, requestId, { state: 'withdrawn', ...decidedBy(context) })
  })
  return { requestId, state: 'withdrawn' }
}
