import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../pending-documents.contract.ts'
import { pendingDocumentsList } from '../pending-documents.list.ts'
import { listPendingDocuments } from './list-pending-documents.ts'

export async function exportPendingDocuments(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportPendingDocuments>,
  context: ContextOf<typeof contract.exportPendingDocuments>,
): Promise<Reply<typeof contract.exportPendingDocuments>> {
  return await exportList({
    ...context,
    list: pendingDocumentsList,
    format,
    fileName: 'Pending-Documents',
    sheet: 'Pending Documents',
    readPage: page => listPendingDocuments({ query: { ...query, ...page } }, context),
  })
}
