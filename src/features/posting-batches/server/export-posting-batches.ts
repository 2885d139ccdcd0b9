import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../posting-batches.contract.ts'
import { postingBatchesList } from '../posting-batches.list.ts'
import type { BatchContext } from './batch-context.ts'
import { listPostingBatches } from './list-posting-batches.ts'

export async function exportPostingBatches(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportPostingBatches>,
  context: BatchContext,
): Promise<Reply<typeof contract.exportPostingBatches>> {
  return await exportList({
    ...context,
    list: postingBatchesList,
    format,
    fileName: 'batches',
    sheet: 'Batches',
    readPage: page => listPostingBatches({ query: { ...query, ...page } }, context),
  })
}
