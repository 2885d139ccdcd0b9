import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { planResponse } from '../../posting-batches/server/describe-plan.ts'
import type * as contract from '../fees.contract.ts'
import { planWaitingFees } from './plan-waiting-fees.ts'

/** What a batch of owed fees would post, with the balances of now; nothing is stored. */
export async function checkWaitingFees(
  { body }: HandlerInput<typeof contract.checkWaitingFees>,
  context: BatchContext,
): Promise<Reply<typeof contract.checkWaitingFees>> {
  const { plan, input } = await planWaitingFees(context.db, body.data.attributes.kind, context)
  return await planResponse(plan, input, context)
}
