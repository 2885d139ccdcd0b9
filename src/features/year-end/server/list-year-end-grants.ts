import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import { listKindNames } from '../../month-end/journal/server/journal.queries.ts'
import type * as contract from '../year-end.contract.ts'
import { entryOfRow } from './entry-of-row.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import { type GrantEntryRow, grantsOfYear, readYearPage, yearListKeysets } from './year-lists.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listYearEndGrants>['query'], 'columns' | 'cacheStrategy'>

export async function listYearEndGrants(
  { query }: { query: Query },
  context: YearReader,
): Promise<Reply<typeof contract.listYearEndGrants>> {
  const { db, client } = context
  const year = readYear(query.year, context)
  const page = keysetPage({ query, defaultSort: '-date', keysetsOf: yearListKeysets.grants })
  const { found, total } = await readYearPage<GrantEntryRow>(db, grantsOfYear(year, query.charityId), page)
  const { rows, meta } = splitPage(page, found, total)
  const names = await listKindNames(db)
  return {
    data: rows.map(row => ({
      ...entryOfRow(row, { names, locale: client.locale }),
      fundId: row.fund_id === null ? null : Number(row.fund_id),
      accountName:
        row.account_name === null
          ? null
          : nameInList(row.account_name, row.account_status ?? '', client.showsClosedStatus),
      grantNumber: row.grant_number === null ? null : Number(row.grant_number),
      charityName: row.charity_name,
      cashMinor: row.cash_minor,
      accrualMinor: row.accrual_minor,
      hasLetter: row.has_letter,
    })),
    meta,
  }
}
