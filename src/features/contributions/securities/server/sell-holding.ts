import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../holdings.contract.ts'
import { disposeOfHolding } from './dispose-of-holding.ts'

/** Records the sale of units of a line. Throws as `disposeOfHolding`. */
export async function sellHolding(
  { params: { holdingId }, body }: HandlerInput<typeof contract.sellHolding>,
  context: ContextOf<typeof contract.sellHolding>,
): Promise<Reply<typeof contract.sellHolding>> {
  const disposal = { kind: 'sale' as const, ...body.data.attributes }
  const { accountId } = context.account
  return await disposeOfHolding({ accountId, holdingId, disposal, reason: null }, context)
}
