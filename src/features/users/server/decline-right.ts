import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { decideRight } from './decide-right.ts'

/** Declines a right that waits. Throws `access-denied`, `conflict`, `not-found`. */
export async function declineRight(
  { params: { rightId }, body }: HandlerInput<typeof contract.declineRight>,
  context: ContextOf<typeof contract.declineRight>,
): Promise<Reply<typeof contract.declineRight>> {
  return await changeRight(rightId, context, async (trx, operator, now) => {
    const note = body.data.attributes.reason
    await decideRight(trx, operator, { rightId, decision: 'declined', note }, now)
  })
}
