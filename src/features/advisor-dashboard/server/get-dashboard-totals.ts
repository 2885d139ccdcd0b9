import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import type { DashboardTotals } from '../advisor-dashboard.contract.ts'
import { sumDashboard, sumGrantsByMonth, type TotalsRow } from './dashboard.queries.ts'
import { booksOf, type DashboardContext, householdOf, searchOf, yearStart } from './show-dashboard.ts'

export async function getDashboardTotals(
  { query }: HandlerInput<typeof contract.getDashboardTotals>,
  context: DashboardContext,
): Promise<Reply<typeof contract.getDashboardTotals>> {
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
    balanceChangeMinor: sum(row => row.balance_change_minor),
    contributionsBeforeMinor: sum(row => row.contributions_before_minor),
    grantsBeforeMinor: sum(row => row.grants_before_minor),
  }
}
