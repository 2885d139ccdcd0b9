import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { reinstateSuspendedRight } from './remove-right.ts'

/** Puts a suspended right back in force. Throws `access-denied`, `conflict`, `not-found`. */
export async function reinstateRight(
  { params: { rightId }, body }: HandlerInput<typeof contract.reinstateRight>,
  context: ContextOf<typeof contract.reinstateRight>,
): Promise<Reply<typeof contract.reinstateRight>> {
  return await changeRight(rightId, context, async (trx, operator, now) => {
    await reinstateSuspendedRight(trx, operator, { rightId, reason: body.data.attributes.reason }, now)
  })
}
