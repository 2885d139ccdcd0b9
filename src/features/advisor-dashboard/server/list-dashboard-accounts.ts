import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, mergeRows, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import type { DashboardAccount, DashboardFilter } from '../advisor-dashboard.contract.ts'
import type { DashboardRow } from './dashboard.queries.ts'
import { dashboardKeysets, listDashboardRows } from './dashboard.queries.ts'
import { booksOf, type DashboardContext, householdOf, searchOf } from './show-dashboard.ts'

type Query = HandlerInput<typeof contract.listDashboardAccounts>['query']

/** One page of the accounts that the caller looks after, by name unless the query says otherwise. */
export async function listDashboardAccounts(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | keyof DashboardFilter> },
  context: DashboardContext,
): Promise<Reply<typeof contract.listDashboardAccounts>> {
  const { book, client } = context
  const page = keysetPage({ query, defaultSort: 'accountName', keysetsOf: dashboardKeysets(book.currency) })
  const search = searchOf(query, context)
  const perBook = await Promise.all(
    booksOf(context).map(async ({ db, currency }) => {
      const keyset = { ...page.keyset, keys: dashboardKeysets(currency)[page.order] }
      const found = await listDashboardRows(db, search, { ...page, keyset })
      return { total: found.total, rows: found.rows.map(row => ({ ...row, currency })) }
    }),
  )
  const total = page.countedTotal ?? perBook.reduce((sum, found) => sum + found.total, 0)
  const merged = mergeRows(
    perBook.map(({ rows }) => rows),
    page,
  )
  const { rows, meta } = splitPage(page, merged, total)
  return { data: rows.map(row => toResponse(row, client.showsClosedStatus)), meta }
}

function toResponse(
  row: DashboardRow & { currency: DashboardAccount['currency'] },
  showsStatus: boolean,
): DashboardAccount {
  return {
    id: row.account_id,
    fundId: Number(row.fund_id),
    currency: row.currency,
    accountName: displayName(row.account_name, row.account_status, showsStatus),
    accountStatus: row.account_status,
    donorName: row.donor_name,
    household: householdOf(row),
    balanceMinor: row.balance_minor,
    availableMinor: row.available_minor,
    contributionsMinor: row.contributions_minor,
    grantsMinor: row.grants_minor,
    pendingMinor: row.pending_minor,
    waiting: row.waiting,
    lastActivityDate: row.last_activity,
  }
}
