import { exportList } from '../../../server/export/export-list.ts'
import { batchTemplateList } from '../batch-template.list.ts'
import type { BatchContext } from './batch-context.ts'

/** An empty file with the headings of a batch. */
export const downloadBatchTemplate = (
  { query: { format } }: { query: { format: 'xlsx' | 'csv' } },
  context: BatchContext,
) =>
  exportList({
    ...context,
    list: batchTemplateList,
    format,
    fileName: 'batch-template',
    sheet: 'Batch',
    readPage: async () => ({ data: [], meta: { total: 0, next: null } }),
  })
