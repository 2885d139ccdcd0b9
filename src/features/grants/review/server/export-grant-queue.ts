import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { charityStatusColumn } from '../../../charities/charity-file.list.ts'
import { charityStatuses } from '../../../charities/server/export-charity-rows.ts'
import { grantQueueLists } from '../../grants.list.ts'
import type * as contract from '../staff-grants.contract.ts'
import type { QueueRow } from '../staff-grants.contract.ts'
import { listGrantQueue } from './list-grant-queue.ts'

export async function exportGrantQueue(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportGrantQueue>,
  context: ContextOf<typeof contract.exportGrantQueue>,
): Promise<Reply<typeof contract.exportGrantQueue>> {
  const list = grantQueueLists[query.queue]
  return await exportList<QueueRow & { charityStatus: string | null }>({
    ...context,
    list: { ...list, columns: [...list.columns, charityStatusColumn] },
    format,
    fileName: `grants-${query.queue}`,
    sheet: 'Grants',
    readPage: async page => {
      const { data, meta } = await listGrantQueue({ query: { ...query, ...page } }, context)
      const statusOf = await charityStatuses(context.db, data, context.client)
      return { data: data.map(row => ({ ...row, charityStatus: statusOf(row) })), meta }
    },
  })
}
