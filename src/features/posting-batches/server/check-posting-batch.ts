import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { planResponse } from './describe-plan.ts'
import { planBatch } from './plan-batch.ts'
import { readBatchFile } from './read-batch-file.ts'

/** What a file would do, as things are now; nothing is stored. Throws `validation` on `file`. */
export async function checkPostingBatch(
  input: HandlerInput<typeof contract.checkPostingBatch>,
  context: BatchContext,
): Promise<Reply<typeof contract.checkPostingBatch>> {
  const read = await readBatchFile(input, context)
  return await planResponse(
    await planBatch(context.db, read, context),
    { inputHash: read.fileHash, what: 'file' },
    context,
  )
}
