import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { decideRight } from './decide-right.ts'

/** Confirms a right that somebody else asked for. Throws `access-denied`, `conflict`, `not-found`. */
export async function confirmRight(
  { params: { rightId } }: HandlerInput<typeof contract.confirmRight>,
  context: ContextOf<typeof contract.confirmRight>,
): Promise<Reply<typeof contract.confirmRight>> {
  return await changeRight(rightId, context, async (trx, operator, now) => {
    await decideRight(
      trx,
      operator,
      { rightId, decision: 'confirmed', note: '', client: context.client },
      now,
    )
  })
}
