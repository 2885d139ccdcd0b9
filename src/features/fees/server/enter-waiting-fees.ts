import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { batchDetails } from '../../posting-batches/server/get-posting-batch.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import { requireSamePlan, storeBatch } from '../../posting-batches/server/store-batch.ts'
import type * as contract from '../fees.contract.ts'
import { planWaitingFees } from './plan-waiting-fees.ts'

/**
 * Stores what funds can pay now of the fees of a kind that wait, as a batch, and asks a second person to confirm it. Throws `conflict` if it
 * would take something else than the person saw, if no fund can pay any, or while other fees are posted.
 */
export async function enterWaitingFees(
  { body }: HandlerInput<typeof contract.enterWaitingFees>,
  context: BatchContext,
): Promise<Reply<typeof contract.enterWaitingFees>> {
  const { kind, reference, planHash } = body.data.attributes
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const { plan, payable, input } = await planWaitingFees(trx, kind, context)
    requireSamePlan(plan.planHash, planHash, 'batch')
    await storeBatch(
      trx,
      {
        ...{ batchId, reference, source: 'waiting-fees', fileName: null, division: null },
        inputHash: input.inputHash,
        plan: payable,
      },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
