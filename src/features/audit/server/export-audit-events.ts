import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../audit.contract.ts'
import { auditList } from '../audit.list.ts'
import { listAuditEvents } from './list-audit-events.ts'

/** Exports the events that the filter finds. Events recorded during the export are newer than the first page, and left out. */
export async function exportAuditEvents(
  { query: { format, ...filter } }: HandlerInput<typeof contract.exportAuditEvents>,
  context: ContextOf<typeof contract.exportAuditEvents>,
): Promise<Reply<typeof contract.exportAuditEvents>> {
  return await exportList({
    ...context,
    list: auditList,
    format,
    fileName: 'audit-log',
    sheet: 'Audit log',
    readPage: async page => {
      const { data, meta } = await listAuditEvents({ query: { ...filter, ...page } }, context)
      return { data, meta: { next: meta.next } }
    },
  })
}
