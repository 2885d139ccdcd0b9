import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../relationships.contract.ts'
import { relationshipsList } from '../relationships.list.ts'
import { listRelationships } from './list-relationships.ts'

export async function exportRelationships(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportRelationships>,
  context: ContextOf<typeof contract.exportRelationships>,
): Promise<Reply<typeof contract.exportRelationships>> {
  return await exportList({
    ...context,
    list: relationshipsList,
    format,
    fileName: 'relationships',
    sheet: 'Relationships',
    readPage: page => listRelationships({ query: { ...query, ...page } }, context),
  })
}
