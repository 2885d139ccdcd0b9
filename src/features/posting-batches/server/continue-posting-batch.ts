import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../posting-batches.contract.ts'
import { applyPostingBatch } from './apply-posting-batch.ts'
import type { BatchContext } from './batch-context.ts'
import { batchDetails, stalledSince } from './get-posting-batch.ts'
import { lockBatch, updateBatch } from './posting-batches.queries.ts'
import { reverseBatchLines } from './reverse-batch-lines.ts'

/**
 * Adds the job of a batch again that was given up. Two jobs of a batch take turns, so that nothing is posted twice. Throws `not-found`, and
 * `conflict` for a batch that is done or goes on by itself.
 */
export async function continuePostingBatch(
  { params: { batchId } }: HandlerInput<typeof contract.continuePostingBatch>,
  context: BatchContext,
): Promise<Reply<typeof contract.continuePostingBatch>> {
  const { client, clock } = context
  return await inTransaction(context.db, async trx => {
    const batch = await lockBatch(trx, batchId)
    if (!batch) throw new Problem('not-found')
    if (stalledSince(batch, clock) === null)
      throw new Problem('conflict', {
        detail: 'This batch does not wait for you: it is done, or goes on by itself.',
      })
    await updateBatch(trx, batchId, { progress_at: clock.now() })
    const job = batch.state === 'applying' ? applyPostingBatch : reverseBatchLines
    await addJob(trx, job, { client: client.name, batchId })
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
