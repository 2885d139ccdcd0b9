import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../findings.contract.ts'
import { findingsList } from '../findings.list.ts'
import type { FindingContext } from './finding-details.ts'
import { listFindings } from './list-findings.ts'

export async function exportFindings(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportFindings>,
  context: FindingContext,
): Promise<Reply<typeof contract.exportFindings>> {
  return await exportList({
    ...context,
    list: findingsList,
    format,
    fileName: 'findings',
    sheet: 'Findings',
    readPage: page => listFindings({ query: { ...query, ...page } }, context),
  })
}
