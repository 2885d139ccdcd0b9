import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { type Purpose, purposeCodes } from '../../grants/domain/purpose.ts'
import { numberOfCharity, sectionOf } from '../domain/grantee.ts'
import { listedFrom } from '../domain/returns.ts'
import type * as contract from '../year-end.contract.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import { type GranteeRow, granteesOfYear, readYearPage, yearListKeysets } from './year-lists.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listYearEndGrantees>['query'], 'columns' | 'cacheStrategy'>

export async function listYearEndGrantees(
  { query }: { query: Query },
  context: YearReader,
): Promise<Reply<typeof contract.listYearEndGrantees>> {
  const year = readYear(query.year, context)
  const page = keysetPage({ query, defaultSort: '-amount', keysetsOf: yearListKeysets.grantees })
  const listed = {
    method: query.method ?? year.bookClient.accountingMethod,
    fromMinor: listedFrom[year.bookClient.yearEndReturn].granteeMinor,
  }
  const { found, total } = await readYearPage<GranteeRow>(context.db, granteesOfYear(year, listed), page)
  const { rows, meta } = splitPage(page, found, total)
  return { data: rows.map(granteeOf), meta }
}

const granteeOf = (row: GranteeRow) => ({
  charityId: row.charity_id,
  name: row.charity_name ?? 'No charity on record',
  address: [row.street, row.city, [row.state, row.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', '),
  number: numberOfCharity(row.charity_id),
  section: sectionOf(row),
  purposes: row.purposes.filter((code): code is Purpose => purposeCodes.some(each => each === code)),
  grants: Number(row.grants),
  cashMinor: row.cash_minor,
  accrualMinor: row.accrual_minor,
})
