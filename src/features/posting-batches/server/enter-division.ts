import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../division.contract.ts'
import { divisionTerms } from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { refusalOf } from './describe-plan.ts'
import { batchDetails } from './get-posting-batch.ts'
import { planDivision } from './plan-division.ts'
import { lockBatches } from './posting-batches.queries.ts'
import { requireSamePlan, storeBatch } from './store-batch.ts'

/**
 * Stores a divided total as a batch with its working and asks a second person to confirm it. Throws `conflict` if it would divide otherwise
 * than the person saw, was posted or waits already.
 */
export async function enterDivision(
  { body }: HandlerInput<typeof contract.enterDivision>,
  context: BatchContext,
): Promise<Reply<typeof contract.enterDivision>> {
  const { reference, planHash, ...asked } = body.data.attributes
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const { division, plan, input } = await planDivision(trx, asked, context)
    const refusal = await refusalOf(trx, plan, input)
    if (refusal !== null) throw new Problem('conflict', { detail: refusal })
    requireSamePlan(plan.planHash, planHash, 'division')
    await storeBatch(
      trx,
      {
        ...{ batchId, reference, source: 'division', fileName: null, inputHash: input.inputHash },
        division: z.encode(divisionTerms, division),
        plan,
      },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
