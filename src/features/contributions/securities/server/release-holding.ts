import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../holdings.contract.ts'
import { disposeOfHolding } from './dispose-of-holding.ts'

/** Releases units of a line at their gift value, such as shares that may be granted now. Throws as `disposeOfHolding`. */
export async function releaseHolding(
  { params: { holdingId }, body }: HandlerInput<typeof contract.releaseHolding>,
  context: ContextOf<typeof contract.releaseHolding>,
): Promise<Reply<typeof contract.releaseHolding>> {
  const { units, reason } = body.data.attributes
  const { accountId } = context.account
  return await disposeOfHolding(
    { accountId, holdingId, disposal: { kind: 'release', units }, reason },
    context,
  )
}
