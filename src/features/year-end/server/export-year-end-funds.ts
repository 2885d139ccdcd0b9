import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { yearEndFundsList } from '../lists/year-end-funds.list.ts'
import type * as contract from '../year-end.contract.ts'
import { listYearEndFunds } from './list-year-end-funds.ts'
import { readYear } from './read-year.ts'
import type { YearEndContext } from './year-end-context.ts'

export async function exportYearEndFunds(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportYearEndFunds>,
  context: YearEndContext,
): Promise<Reply<typeof contract.exportYearEndFunds>> {
  const { year } = readYear(query.year, context)
  return await exportList({
    ...context,
    list: yearEndFundsList,
    format,
    fileName: `year-end-funds-${year}`,
    sheet: 'Funds',
    readPage: page => listYearEndFunds({ query: { ...query, year, ...page } }, context),
  })
}
