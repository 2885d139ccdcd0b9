import type { Kysely } from 'kysely'
import type { Book } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { asIsoDate, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, mergeRows, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type {
  DashboardAccount,
  DashboardFilter,
  DashboardTotals,
  exportDashboardAccounts,
  getDashboardTotals,
  listDashboardAccounts,
} from '../advisor-dashboard.contract.ts'
import { dashboardList } from '../dashboard.list.ts'
import {
  type DashboardRow,
  type DashboardSearch,
  dashboardKeysets,
  listDashboardRows,
  sumDashboard,
  sumGrantsByMonth,
  type TotalsRow,
} from './dashboard.queries.ts'

export type DashboardContext = Pick<
  ContextOf<typeof listDashboardAccounts>,
  'db' | 'realmDb' | 'client' | 'book' | 'otherBook' | 'actor' | 'today'
>
type Query = HandlerInput<typeof listDashboardAccounts>['query']
type InBook = Book & { db: Kysely<DB> }

/** The client's books: a person who looks after accounts in both sees them in one list. */
export function booksOf({ book, db, otherBook }: DashboardContext): InBook[] {
  const own = { ...book, db }
  return otherBook === null
    ? [own]
    : [own, { name: otherBook.name, currency: otherBook.currency, db: otherBook.db }]
}

export function searchOf(
  { keywords, household, status, waiting }: Partial<DashboardFilter>,
  { actor, today }: Pick<DashboardContext, 'actor' | 'today'>,
): DashboardSearch {
  return {
    userId: actor.userId,
    keywords: keywords ?? '',
    household: household ?? null,
    status: status ?? null,
    waiting: waiting ?? false,
    yearStart: yearStart(today),
  }
}

/** The first day of the year, `yearsBack` years ago. */
function yearStart(today: IsoDate, yearsBack = 0): IsoDate {
  const date = asIsoDate(`${Number(today.slice(0, 4)) - yearsBack}-01-01`)
  if (date === null) throw new Error(`${today} has no year`)
  return date
}

/** One page of the accounts that the caller looks after, by name unless the query says otherwise. */
export async function showDashboardAccounts(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | keyof DashboardFilter> },
  context: DashboardContext,
): Promise<Reply<typeof listDashboardAccounts>> {
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

const householdOf = ({
  household_id: householdId,
  household_name: name,
}: Pick<DashboardRow, 'household_id' | 'household_name'>) =>
  householdId === null || name === null ? null : { householdId, name }

export async function exportDashboard(
  { query: { format, ...query } }: HandlerInput<typeof exportDashboardAccounts>,
  context: ContextOf<typeof exportDashboardAccounts>,
): Promise<Reply<typeof exportDashboardAccounts>> {
  return await exportList({
    ...context,
    list: dashboardList,
    format,
    fileName: 'my-accounts',
    sheet: 'Accounts',
    readPage: page => showDashboardAccounts({ query: { ...query, ...page } }, context),
  })
}

export async function showTotals(
  { query }: HandlerInput<typeof getDashboardTotals>,
  context: DashboardContext,
): Promise<Reply<typeof getDashboardTotals>> {
  const search = searchOf(query, context)
  const since = yearStart(context.today, 1)
  const perBook = await Promise.all(
    booksOf(context).map(async ({ db, currency }) => {
      const [sums, months] = await Promise.all([
        sumDashboard(db, search),
        sumGrantsByMonth(db, search, since),
      ])
      return { currency, sums, months }
    }),
  )
  // A book in which the person has no account is left out.
  const shown = perBook.filter(({ sums }) => sums.length > 0)
  return {
    totals: shown.map(({ currency, sums }) => totalOf(sums, currency)),
    households: shown.flatMap(({ currency, sums }) =>
      sums.map(row => ({
        currency,
        household: householdOf(row),
        accounts: row.accounts,
        balanceMinor: row.balance_minor,
      })),
    ),
    months: shown.flatMap(({ currency, months }) =>
      months.map(({ month, grants_minor: grantsMinor }) => ({ currency, month, grantsMinor })),
    ),
  }
}

function totalOf(rows: readonly TotalsRow[], currency: DashboardTotals['currency']): DashboardTotals {
  const sum = (amount: (row: TotalsRow) => bigint) => rows.reduce((all, row) => all + amount(row), 0n)
  const count = (number: (row: TotalsRow) => number) => rows.reduce((all, row) => all + number(row), 0)
  return {
    currency,
    accounts: count(row => row.accounts),
    balanceMinor: sum(row => row.balance_minor),
    availableMinor: sum(row => row.available_minor),
    contributionsMinor: sum(row => row.contributions_minor),
    grantsMinor: sum(row => row.grants_minor),
    pendingMinor: sum(row => row.pending_minor),
    waiting: count(row => row.waiting),
  }
}
