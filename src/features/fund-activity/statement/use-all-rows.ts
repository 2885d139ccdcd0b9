import { useQueries } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import type { DateRange } from '../../../domain/dates.ts'
import { queryList } from '../../../web/api/query.ts'
import { getSectionRows, type getStatement } from '../fund-activity.contract.ts'

type Statement = Reply<typeof getStatement>

/** Every row of a section, newest first; a printed statement and the view 'All' share them. */
export const allRowsQuery = (fundId: number, section: number, range: DateRange) =>
  queryList(
    getSectionRows,
    { params: { fundId, section }, query: { ...range, sort: '-effectiveDate' } },
    'all',
  )

/**
 * Loads the rows of all sections, so that they are there when someone prints: a browser does not wait for them. The statement on
 * the screen comes first.
 */
export function useAllRows(
  fundId: number,
  statement: Statement | undefined,
): { isLoaded: boolean; isLoading: boolean } {
  const queries = statement
    ? statement.sections
        .filter(({ details }) => details > 0)
        .map(({ section }) => ({ ...allRowsQuery(fundId, section, statement.range), throwOnError: false }))
    : []
  return useQueries({
    queries,
    combine: results => ({
      isLoaded: statement !== undefined && results.every(({ data }) => data !== undefined),
      isLoading: results.some(({ isLoading }) => isLoading),
    }),
  })
}
