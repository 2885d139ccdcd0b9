import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { exportCharityRows } from '../../charities/server/export-charity-rows.ts'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import type * as contract from '../fund-activity.contract.ts'
import { sectionList } from '../fund-activity.list.ts'
import { getSectionRows } from './get-section-rows.ts'

/** The rows of one section as a file: what its table shows, under the same permissions. */
export async function exportSectionRows(
  { params, query: { format, ...query } }: HandlerInput<typeof contract.exportSectionRows>,
  context: ContextOf<typeof contract.exportSectionRows>,
): Promise<Reply<typeof contract.exportSectionRows>> {
  // The contract accepts 1 to 11, which are the sections.
  const section = params.section as SectionNumber
  const { heading, columns } = sectionRule(section)
  const about = {
    ...context,
    list: sectionList(section),
    format,
    fileName: `${heading.replaceAll(' ', '-')}-${query.from}-${query.to}`,
    sheet: heading,
    readPage: (page: { first: number; after: string | undefined }) =>
      getSectionRows({ params, query: { ...query, ...page } }, context),
  }
  return columns.includes('partyName')
    ? await exportCharityRows({ ...about, nameKey: 'partyName' })
    : await exportList(about)
}
