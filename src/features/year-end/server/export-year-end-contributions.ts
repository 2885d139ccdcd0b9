import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { yearEndContributionsList } from '../lists/year-end-contributions.list.ts'
import type * as contract from '../year-end.contract.ts'
import { listYearEndContributions } from './list-year-end-contributions.ts'
import { readYear } from './read-year.ts'
import type { YearEndContext } from './year-end-context.ts'

export async function exportYearEndContributions(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportYearEndContributions>,
  context: YearEndContext,
): Promise<Reply<typeof contract.exportYearEndContributions>> {
  const { year } = readYear(query.year, context)
  return await exportList({
    ...context,
    list: yearEndContributionsList,
    format,
    fileName: `year-end-contributions-${year}`,
    sheet: 'Contributions',
    readPage: page => listYearEndContributions({ query: { ...query, year, ...page } }, context),
  })
}
