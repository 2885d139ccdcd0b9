import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { type DateRange, type IsoDate, monthStart } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'

/** The person and the filter of their accounts. */
export type DashboardSearch = {
  userId: string
  keywords: string
  /** Null: all; `none`: those in no household. */
  household: string | 'none' | null
  status: string | null
  waiting: boolean
  /** The first day of the calendar year. */
  yearStart: IsoDate
  /** Last year until this day of it. */
  lastYear: DateRange
}

export type DashboardRow = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  donor_name: string
  household_id: string | null
  household_name: string | null
  balance_minor: bigint
  available_minor: bigint
  pending_minor: bigint
  contributions_minor: bigint
  grants_minor: bigint
  waiting: number
  last_activity: IsoDate | null
}

/** The accounts that the person looks after now, with the columns that are cheap to read. */
const mine = (userId: string) => sql`mine as materialized (
  select a.book, a.account_id, a.fund_id, a.account_name, a.account_name_key, a.account_status, a.donor_name,
      h.household_id, h.name as household_name,
      coalesce(b.spendable_minor, 0) as available_minor, coalesce(b.pending_minor, 0) as pending_minor,
      coalesce(b.spendable_minor + b.excluded_minor + b.pending_minor, 0) as balance_minor,
      a.account_status = 'Active' and a.write_access and (roles.serves or roles.advises and a.advisor_may_grant) as may_grant,
      a.account_status in ('Entered', 'Active') and a.write_access and roles.serves as may_prepare
    from (
      select r.book, r.account_id, bool_or(r.account_role_code = 'service_team') as serves,
          bool_or(r.account_role_code = 'primary_advisor') as advises
        from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
        where p.user_id = ${userId} and r.ended_at is null
          and r.account_role_code in ('primary_advisor', 'banker', 'service_team')
        group by r.book, r.account_id
    ) roles
      join fund_account a on a.book = roles.book and a.account_id = roles.account_id
      left join account_balance b on b.book = a.book and b.account_id = a.account_id
      left join household_account ha on ha.owner_id = ${userId} and ha.for_book = a.book and ha.account_id = a.account_id
      left join household h on h.household_id = ha.household_id and h.owner_id = ha.owner_id
)`

/** The columns that need a query for each account: totals of the year, the last day with a posting, and waiting items. */
const details = (yearStart: IsoDate) => sql`
  cross join lateral (
    select coalesce(sum(s.amount_minor) filter (where s.section = 1), 0)::bigint as contributions_minor,
        coalesce(-sum(s.amount_minor) filter (where s.section = 2), 0)::bigint as grants_minor
      from posting_subtotal s
      where s.book = m.book and s.account_id = m.account_id and s.period = 'year' and s.starts_on = ${yearStart}::date
        and s.section in (1, 2)
  ) year
  cross join lateral (
    select (select max(s.starts_on) from posting_subtotal s
        where s.book = m.book and s.account_id = m.account_id and s.period = 'day') as last_activity
  ) latest
  cross join lateral (
    select (case when m.may_grant then (select count(*) from grant_recommendation g
          where g.book = m.book and g.account_id = m.account_id and g.transaction_status_code = ${sql.lit(statusCodes.underReview)}
            and g.review_state in ('waiting_for_funds', 'information_needed')) else 0 end
      + case when m.may_prepare then (select count(*) from contribution c
          where c.book = m.book and c.account_id = m.account_id and c.state in ('announced', 'expected') and not exists (
            select from contribution_document d where d.book = c.book and d.contribution_id = c.contribution_id
              and d.state not in ('declined', 'voided'))) else 0 end)::int as waiting
  ) items`

const isFound = ({ keywords, household, status }: DashboardSearch) => {
  const text = keywords.trim()
  return sql`(${status}::text is null or m.account_status = ${status})
    and case when ${household}::text is null then true when ${household} = 'none' then m.household_id is null
      else m.household_id::text = ${household} end
    and (${text} = '' or ${nameContains(sql`m.account_name`, text)}
      or ${nameContains(sql`m.donor_name`, text)} or m.fund_id::text like ${/^\d{1,8}$/.test(text) ? `${text}%` : '-'})`
}

const fundIdKey: Key = { sql: 'm.fund_id', type: 'bigint' }

/** The orders of the list. Those of `cheap` need nothing of `details`. */
export const dashboardKeysets = (currency: Currency) => {
  const last = [fundIdKey, { sql: `'${currency}'::text`, type: 'text' }] as const
  return {
    accountName: [{ sql: 'm.account_name_key', type: 'text' }, ...last],
    fundId: last,
    household: [{ sql: 'left(lower(coalesce(m.household_name, chr(1114111))), 80)', type: 'text' }, ...last],
    balance: [{ sql: 'm.balance_minor', type: 'bigint' }, ...last],
    available: [{ sql: 'm.available_minor', type: 'bigint' }, ...last],
    pending: [{ sql: 'm.pending_minor', type: 'bigint' }, ...last],
    contributions: [{ sql: 'year.contributions_minor', type: 'bigint' }, ...last],
    grants: [{ sql: 'year.grants_minor', type: 'bigint' }, ...last],
    waiting: [{ sql: 'items.waiting', type: 'int' }, ...last],
    lastActivity: [{ sql: "coalesce(latest.last_activity, date '1900-01-01')", type: 'date' }, ...last],
  } as const satisfies Record<string, readonly Key[]>
}
type DashboardOrder = keyof ReturnType<typeof dashboardKeysets>

const needsDetails: readonly DashboardOrder[] = ['contributions', 'grants', 'waiting', 'lastActivity']

/** One page of the accounts of a book, and one row more if there are more. */
export async function listDashboardRows(
  db: Kysely<DB>,
  search: DashboardSearch,
  page: KeysetPage & { order: DashboardOrder },
): Promise<{ rows: (DashboardRow & { keyset: Position })[]; total: number }> {
  const { keyset, after, countedTotal, first, order } = page
  const sorted = sql`order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`
  const isCut = !needsDetails.includes(order) && !search.waiting
  // Where the order and the filter need only what the account has, the page is cut before each account's own sums are read.
  const from = isCut
    ? sql`(select * from mine m where ${isFound(search)} and ${rowsAfter(keyset, after)} ${sorted}) m ${details(search.yearStart)}`
    : sql`mine m ${details(search.yearStart)} where ${isFound(search)} and ${hasWaiting(search)} and ${rowsAfter(keyset, after)}`
  const { rows } = await sql<DashboardRow & { keyset: Position; total: bigint }>`
    with ${mine(search.userId)}
    select m.account_id, m.fund_id, m.account_name, m.account_status, m.donor_name, m.household_id, m.household_name,
      m.balance_minor, m.available_minor, m.pending_minor, year.contributions_minor, year.grants_minor, items.waiting,
      latest.last_activity, ${sql.raw(keysetColumn(keyset))}, ${countedTotal === null ? countOf(search) : sql`${countedTotal}::bigint`} as total
    from ${from} ${sorted}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

const hasWaiting = ({ waiting }: DashboardSearch) => (waiting ? sql`items.waiting > 0` : sql`true`)

const countOf = (search: DashboardSearch): RawBuilder<bigint> =>
  search.waiting
    ? sql`(select count(*) from mine m ${details(search.yearStart)} where ${isFound(search)} and items.waiting > 0)`
    : sql`(select count(*) from mine m where ${isFound(search)})`

export type TotalsRow = {
  household_id: string | null
  household_name: string | null
  accounts: number
  balance_minor: bigint
  available_minor: bigint
  pending_minor: bigint
  contributions_minor: bigint
  grants_minor: bigint
  waiting: number
  balance_change_minor: bigint
  contributions_before_minor: bigint
  grants_before_minor: bigint
}

/** What this year's postings changed, and last year's contributions and grants until this day: whole months, then days of the last one. */
const comparison = ({ yearStart, lastYear }: DashboardSearch) => {
  const lastMonth = monthStart(lastYear.to, 0)
  return sql`
  cross join lateral (
    select coalesce(sum(s.amount_minor), 0) as change_minor from posting_subtotal s
      where s.book = m.book and s.account_id = m.account_id and s.period = 'year' and s.starts_on >= ${yearStart}::date
  ) this_year
  cross join lateral (
    select coalesce(sum(s.amount_minor) filter (where s.section = 1), 0) as contributions_minor,
        coalesce(-sum(s.amount_minor) filter (where s.section = 2), 0) as grants_minor
      from posting_subtotal s
      where s.book = m.book and s.account_id = m.account_id and s.section in (1, 2)
        and (s.period = 'month' and s.starts_on >= ${lastYear.from}::date and s.starts_on < ${lastMonth}::date
          or s.period = 'day' and s.starts_on between ${lastMonth}::date and ${lastYear.to}::date)
  ) last_year`
}

/** The sums of the accounts that the filter shows, by household. */
export async function sumDashboard(db: Kysely<DB>, search: DashboardSearch): Promise<TotalsRow[]> {
  const { rows } = await sql<TotalsRow>`
    with ${mine(search.userId)}
    select m.household_id, m.household_name, count(*)::int as accounts, sum(m.balance_minor)::bigint as balance_minor,
      sum(m.available_minor)::bigint as available_minor, sum(m.pending_minor)::bigint as pending_minor,
      sum(year.contributions_minor)::bigint as contributions_minor, sum(year.grants_minor)::bigint as grants_minor,
      sum(items.waiting)::int as waiting, sum(this_year.change_minor)::bigint as balance_change_minor,
      sum(last_year.contributions_minor)::bigint as contributions_before_minor,
      sum(last_year.grants_minor)::bigint as grants_before_minor
    from mine m ${details(search.yearStart)} ${comparison(search)} where ${isFound(search)} and ${hasWaiting(search)}
    group by m.household_id, m.household_name order by sum(m.balance_minor) desc, m.household_id`.execute(db)
  return rows
}

/** The grants paid in each month since a day, of the accounts that the filter shows. */
export async function sumGrantsByMonth(
  db: Kysely<DB>,
  search: DashboardSearch,
  since: IsoDate,
): Promise<{ month: string; grants_minor: bigint }[]> {
  const { rows } = await sql<{ month: string; grants_minor: bigint }>`
    with ${mine(search.userId)}
    select to_char(s.starts_on, 'YYYY-MM') as month, (-sum(s.amount_minor))::bigint as grants_minor
    from mine m ${search.waiting ? details(search.yearStart) : sql``}
      join posting_subtotal s on s.book = m.book and s.account_id = m.account_id and s.period = 'month'
        and s.starts_on >= ${since}::date and s.section = 2
    where ${isFound(search)} and ${hasWaiting(search)}
    group by 1 order by 1`.execute(db)
  return rows
}

/** The ids of the accounts that the person looks after: those of a filter, or of these numbers. */
export async function ownAccounts(
  db: Kysely<DB>,
  search: DashboardSearch,
  fundIds: readonly number[] | null,
): Promise<
  {
    account_id: string
    fund_id: bigint
    account_name: string
    account_status: DashboardRow['account_status']
    donor_name: string
    household_name: string | null
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof ownAccounts>>[number]>`
    with ${mine(search.userId)}
    select m.account_id, m.fund_id, m.account_name, m.account_status, m.donor_name, m.household_name
    from mine m ${search.waiting ? details(search.yearStart) : sql``}
    where ${fundIds === null ? sql`${isFound(search)} and ${hasWaiting(search)}` : sql`m.fund_id = any(${fundIds}::bigint[])`}
    order by m.account_name_key, m.fund_id`.execute(db)
  return rows
}
