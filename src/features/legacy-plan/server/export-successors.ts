import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { successorsList } from '../legacy-plan.list.ts'
import { listSuccessors } from './list-successors.ts'
import { requireShown } from './show-plan.ts'

export async function exportSuccessors(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportSuccessors>,
  context: ContextOf<typeof contract.exportSuccessors>,
): Promise<Reply<typeof contract.exportSuccessors>> {
  requireShown(context)
  return await exportList({
    ...context,
    list: successorsList,
    format,
    fileName: 'successors',
    sheet: 'Successors',
    readPage: page => listSuccessors({ query: { ...query, ...page } }, context),
  })
}
