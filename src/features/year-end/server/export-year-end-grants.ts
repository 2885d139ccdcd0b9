import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { yearEndGrantsList } from '../lists/year-end-grants.list.ts'
import type * as contract from '../year-end.contract.ts'
import { listYearEndGrants } from './list-year-end-grants.ts'
import { readYear } from './read-year.ts'
import type { YearEndContext } from './year-end-context.ts'

export async function exportYearEndGrants(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportYearEndGrants>,
  context: YearEndContext,
): Promise<Reply<typeof contract.exportYearEndGrants>> {
  const { year } = readYear(query.year, context)
  return await exportList({
    ...context,
    list: yearEndGrantsList,
    format,
    fileName: `year-end-grants-${year}`,
    sheet: 'Grants',
    readPage: page => listYearEndGrants({ query: { ...query, year, ...page } }, context),
  })
}
