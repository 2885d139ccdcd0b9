import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { yearEndContributorsList } from '../lists/year-end-contributors.list.ts'
import type * as contract from '../year-end.contract.ts'
import { listYearEndContributors } from './list-year-end-contributors.ts'
import { readYear } from './read-year.ts'
import type { YearEndContext } from './year-end-context.ts'

export async function exportYearEndContributors(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportYearEndContributors>,
  context: YearEndContext,
): Promise<Reply<typeof contract.exportYearEndContributors>> {
  const { year, bookClient } = readYear(query.year, context)
  return await exportList({
    ...context,
    list: yearEndContributorsList(bookClient.yearEndReturn),
    format,
    fileName: `year-end-contributors-${year}`,
    sheet: 'Contributors',
    readPage: page => listYearEndContributors({ query: { ...query, year, ...page } }, context),
  })
}
