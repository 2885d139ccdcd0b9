import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../fund-contributions.contract.ts'
import { fundContributionsList } from '../fund-contributions.list.ts'
import { listFundContributions } from './list-fund-contributions.ts'

export async function exportFundContributions(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportFundContributions>,
  context: ContextOf<typeof contract.exportFundContributions>,
): Promise<Reply<typeof contract.exportFundContributions>> {
  return await exportList({
    ...context,
    list: fundContributionsList,
    format,
    fileName: 'contributions',
    sheet: 'Contributions',
    readPage: page => listFundContributions({ query: { ...query, ...page } }, context),
  })
}
