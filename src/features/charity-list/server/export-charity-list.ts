import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { exportCharityRows } from '../../charities/server/export-charity-rows.ts'
import type * as contract from '../charity-list.contract.ts'
import { charityListColumns } from '../charity-list.list.ts'
import { listCharityList } from './list-charity-list.ts'

export async function exportCharityList(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportCharityList>,
  context: ContextOf<typeof contract.exportCharityList>,
): Promise<Reply<typeof contract.exportCharityList>> {
  return await exportCharityRows({
    ...context,
    list: charityListColumns,
    nameKey: 'name',
    format,
    fileName: 'charity-list',
    sheet: 'Charities',
    readPage: page => listCharityList({ query: { ...query, ...page } }, context),
  })
}
