import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { exportCharityRows } from '../../../charities/server/export-charity-rows.ts'
import type * as contract from '../giving.contract.ts'
import { givingList } from '../giving.list.ts'
import { listGiving } from './list-giving.ts'

export async function exportGiving(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportGiving>,
  context: ContextOf<typeof contract.exportGiving>,
): Promise<Reply<typeof contract.exportGiving>> {
  return await exportCharityRows({
    ...context,
    list: givingList,
    nameKey: 'charityName',
    format,
    fileName: 'grants',
    sheet: 'Grants',
    readPage: page => listGiving({ query: { ...query, ...page } }, context),
  })
}
