import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { signOff } from './right-review.ts'

/** Signs a right off in the quarter's review. Throws `access-denied`, `conflict`, `not-found`. */
export async function signOffRight(
  { params: { rightId } }: HandlerInput<typeof contract.signOffRight>,
  context: ContextOf<typeof contract.signOffRight>,
): Promise<Reply<typeof contract.signOffRight>> {
  return await changeRight(rightId, context, async (trx, operator, now) => {
    await signOff(trx, operator, rightId, now)
  })
}
