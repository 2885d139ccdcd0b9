import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { nameInList } from '../../accounts/domain/account-name.ts'
import { distributionRate } from '../domain/returns.ts'
import type * as contract from '../year-end.contract.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import { type FundRow, fundsOfYear, readYearPage, yearListKeysets } from './year-lists.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listYearEndFunds>['query'], 'columns' | 'cacheStrategy'>

export async function listYearEndFunds(
  { query }: { query: Query },
  context: YearReader,
): Promise<Reply<typeof contract.listYearEndFunds>> {
  const year = readYear(query.year, context)
  const page = keysetPage({ query, defaultSort: 'fundId', keysetsOf: yearListKeysets.funds })
  const { found, total } = await readYearPage<FundRow>(context.db, fundsOfYear(year, year.next), page)
  const { rows, meta } = splitPage(page, found, total)
  return {
    data: rows.map(row => ({
      fundId: Number(row.fund_id),
      accountName: nameInList(row.account_name, row.account_status, context.client.showsClosedStatus),
      isGeneral: row.is_general,
      isCounted: row.is_counted,
      openingMinor: row.opening_minor,
      contributionsMinor: row.contributions_minor,
      cashMinor: row.cash_minor,
      accrualMinor: row.accrual_minor,
      closingMinor: row.closing_minor,
      closingAccrualMinor: row.closing_minor - row.approved_minor,
      rateCash: distributionRate(row.cash_minor, row.opening_minor),
      rateAccrual: distributionRate(row.accrual_minor, row.opening_minor),
    })),
    meta,
  }
}
