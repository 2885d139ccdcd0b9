import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { refusalOf } from './describe-plan.ts'
import { batchDetails } from './get-posting-batch.ts'
import { planBatch } from './plan-batch.ts'
import { lockBatches } from './posting-batches.queries.ts'
import type { ReadBatch } from './read-batch-file.ts'
import { requireNotWaiting, requireSamePlan, storeBatch } from './store-batch.ts'

/**
 * Stores a checked file with its lines and asks a second person to confirm it; nothing is posted before. Throws `conflict` if the file would
 * do something else than the person saw, was posted or waits already, and `validation` for a reference that another batch has.
 */
export async function enterPostingBatch(
  { query: { name, reference, planHash } }: HandlerInput<typeof contract.enterPostingBatch>,
  context: BatchContext,
  read: ReadBatch,
): Promise<Reply<typeof contract.enterPostingBatch>> {
  const { fileHash } = read
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const plan = await planBatch(trx, read, context)
    const refusal = await refusalOf(trx, plan, { inputHash: fileHash, what: 'file' })
    if (refusal !== null) throw new Problem('conflict', { detail: refusal })
    await requireNotWaiting(trx, { inputHash: fileHash, reference, source: 'file' })
    requireSamePlan(plan.planHash, planHash, 'file')
    await storeBatch(
      trx,
      {
        ...{ batchId, reference, source: 'file', fileName: name, inputHash: fileHash, division: null },
        plan,
      },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
