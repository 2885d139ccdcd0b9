import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../contributions.contract.ts'
import { contributionsList } from '../contributions.list.ts'
import { listContributions } from './list-contributions.ts'
import type { Context } from './show-contributions.ts'

export async function exportContributions(
  {
    query: { format, ...query },
  }: Pick<
    HandlerInput<typeof contract.exportContributions | typeof contract.exportAccountContributions>,
    'query'
  >,
  context: Context,
): Promise<Reply<typeof contract.exportContributions>> {
  return await exportList({
    ...context,
    list: contributionsList,
    format,
    fileName: 'contributions',
    sheet: 'Contributions',
    readPage: page => listContributions({ query: { ...query, ...page } }, context),
  })
}
