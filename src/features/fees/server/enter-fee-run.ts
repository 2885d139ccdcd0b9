import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { refusalOf } from '../../posting-batches/server/describe-plan.ts'
import { batchDetails } from '../../posting-batches/server/get-posting-batch.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import { requireSamePlan, storeBatch } from '../../posting-batches/server/store-batch.ts'
import type * as contract from '../fees.contract.ts'
import { planFeeRun } from './plan-fee-run.ts'
import { storeFeeRun } from './store-fee-run.ts'

/**
 * Stores a fee run with the working of each fund and asks a second person to confirm it. Throws `conflict` if it would charge something else
 * than the person saw, or if the period was charged or waits.
 */
export async function enterFeeRun(
  { body }: HandlerInput<typeof contract.enterFeeRun>,
  context: BatchContext,
): Promise<Reply<typeof contract.enterFeeRun>> {
  const { reference, planHash, ...asked } = body.data.attributes
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const run = await planFeeRun(trx, asked, context)
    const { plan, input } = run
    const refusal = await refusalOf(trx, plan, input)
    if (refusal !== null) throw new Problem('conflict', { detail: refusal })
    requireSamePlan(plan.planHash, planHash, 'fee run')
    await storeBatch(
      trx,
      {
        ...{
          batchId,
          reference,
          source: 'fee-run',
          fileName: null,
          inputHash: input.inputHash,
          division: null,
        },
        plan,
      },
      context,
    )
    await storeFeeRun(trx, batchId, run)
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
