import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { postingBatchLinesList } from '../posting-batch-lines.list.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { batchDetails } from './get-posting-batch.ts'
import { listPostingBatchLines } from './list-posting-batch-lines.ts'

export async function exportPostingBatchLines(
  { params, query: { format, ...query } }: HandlerInput<typeof contract.exportPostingBatchLines>,
  context: BatchContext,
): Promise<Reply<typeof contract.exportPostingBatchLines>> {
  const { batchNumber } = await batchDetails(params.batchId, context)
  return await exportList({
    ...context,
    list: postingBatchLinesList,
    format,
    fileName: `batch-${batchNumber}`,
    sheet: `Batch ${batchNumber}`,
    readPage: page => listPostingBatchLines({ params, query: { ...query, ...page } }, context),
  })
}
