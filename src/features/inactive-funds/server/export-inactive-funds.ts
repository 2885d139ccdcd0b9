import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { inactiveFundsList } from '../inactive-funds.list.ts'
import type { FundContext } from './fund-context.ts'
import { listInactiveFunds } from './list-inactive-funds.ts'

export async function exportInactiveFunds(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportInactiveFunds>,
  context: FundContext,
): Promise<Reply<typeof contract.exportInactiveFunds>> {
  return await exportList({
    ...context,
    list: inactiveFundsList,
    format,
    fileName: 'inactive-funds',
    sheet: 'Inactive funds',
    readPage: page => listInactiveFunds({ query: { ...query, ...page } }, context),
  })
}
