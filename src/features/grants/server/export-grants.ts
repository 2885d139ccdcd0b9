import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { exportCharityRows } from '../../charities/server/export-charity-rows.ts'
import type * as contract from '../grants.contract.ts'
import { grantsList } from '../grants.list.ts'
import { listGrants } from './list-grants.ts'

export async function exportGrants(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportGrants>,
  context: ContextOf<typeof contract.exportGrants>,
): Promise<Reply<typeof contract.exportGrants>> {
  return await exportCharityRows({
    ...context,
    list: grantsList,
    nameKey: 'charityName',
    format,
    fileName: 'grants',
    sheet: 'Grants',
    readPage: page => listGrants({ query: { ...query, ...page } }, context),
  })
}
