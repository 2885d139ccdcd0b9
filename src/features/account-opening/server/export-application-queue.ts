import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { applicationQueueList } from '../queue.list.ts'
import type * as contract from '../review.contract.ts'
import { listApplicationQueue } from './list-application-queue.ts'

export async function exportApplicationQueue(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportApplicationQueue>,
  context: ContextOf<typeof contract.exportApplicationQueue>,
): Promise<Reply<typeof contract.exportApplicationQueue>> {
  return await exportList({
    ...context,
    list: applicationQueueList,
    format,
    fileName: 'applications',
    sheet: 'Applications',
    readPage: page => listApplicationQueue({ query: { ...query, ...page } }, context),
  })
}
