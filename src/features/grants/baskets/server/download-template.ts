import { exportList } from '../../../../server/export/export-list.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../drafts.contract.ts'
import { templateList } from '../grant-file.list.ts'

/** An empty file with the headings, in the client's words. */
export const downloadTemplate = (
  { query: { format } }: { query: { format: 'xlsx' | 'csv' } },
  context: ContextOf<typeof contract.downloadTemplate>,
) =>
  exportList({
    ...context,
    list: templateList(context.client.charityRegisters.includes('uk')),
    format,
    fileName: 'grants-template',
    sheet: 'Grants',
    readPage: async () => ({ data: [], meta: { total: 0, next: null } }),
  })
