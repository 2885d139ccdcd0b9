import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { requestsList } from '../relationship-requests.list.ts'
import { listRelationshipRequests } from './list-relationship-requests.ts'

export async function exportRelationshipRequests(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportRelationshipRequests>,
  context: ContextOf<typeof contract.exportRelationshipRequests>,
): Promise<Reply<typeof contract.exportRelationshipRequests>> {
  return await exportList({
    ...context,
    list: requestsList,
    format,
    fileName: 'requests',
    sheet: 'Requests',
    readPage: page => listRelationshipRequests({ query: { ...query, ...page } }, context),
  })
}
