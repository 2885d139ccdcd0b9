import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import { listKindNames } from '../../month-end/journal/server/journal.queries.ts'
import type * as contract from '../year-end.contract.ts'
import { entryOfRow } from './entry-of-row.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import {
  type ContributionEntryRow,
  contributionsOfYear,
  readYearPage,
  yearListKeysets,
} from './year-lists.queries.ts'

type Query = Omit<
  HandlerInput<typeof contract.listYearEndContributions>['query'],
  'columns' | 'cacheStrategy'
>

export async function listYearEndContributions(
  { query }: { query: Query },
  context: YearReader,
): Promise<Reply<typeof contract.listYearEndContributions>> {
  const { db, client } = context
  const year = readYear(query.year, context)
  const page = keysetPage({ query, defaultSort: '-date', keysetsOf: yearListKeysets.contributions })
  const { found, total } = await readYearPage<ContributionEntryRow>(
    db,
    contributionsOfYear(year, query),
    page,
  )
  const { rows, meta } = splitPage(page, found, total)
  const names = await listKindNames(db)
  return {
    data: rows.map(row => ({
      ...entryOfRow(row, { names, locale: client.locale }),
      fundId: Number(row.fund_id),
      accountName: nameInList(row.account_name, row.account_status, client.showsClosedStatus),
      payerName: row.payer_name,
      amountMinor: row.amount_minor,
      hasReceipt: row.has_receipt,
    })),
    meta,
  }
}
