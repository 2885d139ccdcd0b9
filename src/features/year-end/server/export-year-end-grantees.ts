import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { yearEndGranteesList } from '../lists/year-end-grantees.list.ts'
import type * as contract from '../year-end.contract.ts'
import { listYearEndGrantees } from './list-year-end-grantees.ts'
import { readYear } from './read-year.ts'
import type { YearEndContext } from './year-end-context.ts'

export async function exportYearEndGrantees(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportYearEndGrantees>,
  context: YearEndContext,
): Promise<Reply<typeof contract.exportYearEndGrantees>> {
  const { year, bookClient } = readYear(query.year, context)
  return await exportList({
    ...context,
    list: yearEndGranteesList(bookClient.yearEndReturn),
    format,
    fileName: `year-end-grantees-${year}`,
    sheet: 'Grantees',
    readPage: page => listYearEndGrantees({ query: { ...query, year, ...page } }, context),
  })
}
