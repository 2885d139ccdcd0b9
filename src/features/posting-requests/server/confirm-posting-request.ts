import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../posting-requests.contract.ts'
import { type CarryOut, type DecisionContext, decidedBy, requireDecidable } from './decide-posting-request.ts'
import { lockRequest, updateRequest } from './posting-requests.queries.ts'

/**
 * Confirms a request: its command and the decision in one transaction. Throws what the command throws today, and leaves the request as it
 * was then; `access-denied` to the person who entered it, `conflict` where it is decided, `not-found`.
 */
export async function confirmPostingRequest(
  { params: { requestId } }: HandlerInput<typeof contract.confirmPostingRequest>,
  context: DecisionContext,
  carryOut: CarryOut | null,
): Promise<Reply<typeof contract.confirmPostingRequest>> {
  await inTransaction(context.db, async trx => {
    const request = requireDecidable(await lockRequest(trx, requestId), context.actor)
    // It was filed after the preparation looked for it.
    if (carryOut === null) throw new Problem('not-found')
    await carryOut(trx, request, context)
    await updateRequest(trx, requestId, { state: 'confirmed', ...decidedBy(context) })
  })
  return { requestId, state: 'confirmed' }
}
