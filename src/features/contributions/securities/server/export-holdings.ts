import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../holdings.contract.ts'
import { holdingsList } from '../holdings.list.ts'
import { listHoldings } from './list-holdings.ts'

export async function exportHoldings(
  { query: { format, ...query } }: Pick<HandlerInput<typeof contract.exportHoldings>, 'query'>,
  context: ContextOf<typeof contract.exportHoldings>,
): Promise<Reply<typeof contract.exportHoldings>> {
  return await exportList({
    ...context,
    list: holdingsList,
    format,
    fileName: 'excluded-assets',
    sheet: 'Excluded assets',
    readPage: page => listHoldings({ query: { ...query, ...page } }, context),
  })
}
