import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { fileRequest } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { batchDetails } from './get-posting-batch.ts'
import { lockBatch } from './posting-batches.queries.ts'

/**
 * Asks a second person to reverse a whole batch, with the reason that donors read. Throws `not-found`, and `conflict` for a batch that was
 * not posted, was reversed, or whose reversal waits already.
 */
export async function reversePostingBatch(
  { params: { batchId }, body }: HandlerInput<typeof contract.reversePostingBatch>,
  context: BatchContext,
): Promise<Reply<typeof contract.reversePostingBatch>> {
  const { reason } = body.data.attributes
  return await inTransaction(context.db, async trx => {
    const batch = await lockBatch(trx, batchId)
    if (!batch) throw new Problem('not-found')
    if (batch.state !== 'applied')
      throw new Problem('conflict', { detail: 'Only a batch that was posted can be reversed.' })
    await fileRequest(
      trx,
      {
        ...{ kind: 'reverse-posting-batch', subjectId: batchId, accountId: null },
        ...{ amountMinor: batch.amount_minor, input: {}, reason },
      },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
