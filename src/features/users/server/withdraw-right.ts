import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { decideRight } from './decide-right.ts'

/** Withdraws the caller's own request. Throws `access-denied`, `conflict`, `not-found`. */
export async function withdrawRight(
  { params: { rightId } }: HandlerInput<typeof contract.withdrawRight>,
  context: ContextOf<typeof contract.withdrawRight>,
): Promise<Reply<typeof contract.withdrawRight>> {
  return await changeRight(rightId, context, async (trx, operator, now) => {
    await decideRight(trx, operator, { rightId, decision: 'withdrawn', note: 'Withdrawn' }, now)
  })
}
