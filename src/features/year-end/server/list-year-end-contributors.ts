import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { payerKinds } from '../../contributions/domain/payer.ts'
import { listedFrom } from '../domain/returns.ts'
import type * as contract from '../year-end.contract.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import {
  type ContributorRow,
  contributorsOfYear,
  readYearPage,
  yearListKeysets,
} from './year-lists.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listYearEndContributors>['query'], 'columns' | 'cacheStrategy'>

export async function listYearEndContributors(
  { query }: { query: Query },
  context: YearReader,
): Promise<Reply<typeof contract.listYearEndContributors>> {
  const year = readYear(query.year, context)
  const page = keysetPage({ query, defaultSort: '-amount', keysetsOf: yearListKeysets.contributors })
  const { contributorMinor } = listedFrom[year.bookClient.yearEndReturn]
  const { found, total } = await readYearPage<ContributorRow>(
    context.db,
    contributorsOfYear(year, contributorMinor),
    page,
  )
  const { rows, meta } = splitPage(page, found, total)
  return {
    data: rows.map(row => ({
      contributor: row.contributor,
      name: row.payer_name,
      address: row.payer_address,
      kind: payerKinds.find(kind => kind === row.payer_kind) ?? null,
      gifts: Number(row.gifts),
      cashMinor: row.cash_minor,
      noncashMinor: row.noncash_minor,
      totalMinor: row.total_minor,
      isOverShare: row.is_over_share,
    })),
    meta,
  }
}
