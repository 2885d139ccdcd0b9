import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { changeRight } from './change-right.ts'
import { removeRight } from './remove-right.ts'

/** Ends a right at once. Throws `access-denied`, `conflict`, `not-found`. */
export async function endRight(
  { params: { rightId }, body }: HandlerInput<typeof contract.endRight>,
  context: ContextOf<typeof contract.endRight>,
): Promise<Reply<typeof contract.endRight>> {
  const { reason, acceptsSmallerTeam } = body.data.attributes
  const team = { smallestTeam: context.client.smallestTeam, acceptsSmallerTeam }
  return await changeRight(rightId, context, async (trx, operator, now) => {
    await removeRight(trx, operator, { rightId, reason, force: false, team }, now)
  })
}
