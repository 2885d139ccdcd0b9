import type { Kysely } from 'kysely'
import type { DateRange } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'

export type DailyBalances = {
  /** The ending balances of the days, added up. */
  balanceDaysMinor: bigint
  /** The part of them that was excluded assets. */
  excludedDaysMinor: bigint
}

/**
 * A day's posting counts on that day and on each that follows in the range; the years, and the months of the first year, before the range
 * count on all of its days. So a fund costs the same however long its history is, and thousands of funds are one statement.
 */
const readDailyBalances = statement<
  { balance_days: string; excluded_days: string },
  [accountIds: readonly string[], from: readonly string[], to: readonly string[]]
>(`
  select sums.* from unnest($1::uuid[], $2::date[], $3::date[]) with ordinality of (account_id, first_day, last_day, position)
    cross join lateral (
      select coalesce(sum(amount_minor::numeric * days), 0)::text as balance_days,
        coalesce(sum(amount_minor::numeric * days) filter (where ledger = 'excluded'), 0)::text as excluded_days
      from (
        select ledger, amount_minor, of.last_day - of.first_day + 1 as days from posting_subtotal
          where account_id = of.account_id and period = 'year' and starts_on < date_trunc('year', of.first_day::timestamp)::date
        union all
        select ledger, amount_minor, of.last_day - of.first_day + 1 from posting_subtotal
          where account_id = of.account_id and period = 'month'
            and starts_on >= date_trunc('year', of.first_day::timestamp)::date
            and starts_on < date_trunc('month', of.first_day::timestamp)::date
        union all
        select ledger, amount_minor, of.last_day - greatest(starts_on, of.first_day) + 1 from posting_subtotal
          where account_id = of.account_id and period = 'day'
            and starts_on >= date_trunc('month', of.first_day::timestamp)::date and starts_on <= of.last_day
      ) counted
    ) sums
  order by of.position`)

/** The daily ending balances of funds, each over its own range, added up; in the order of `ranges`. */
export async function sumDailyBalances(
  db: Kysely<DB>,
  ranges: readonly ({ accountId: string } & DateRange)[],
): Promise<DailyBalances[]> {
  const rows = await readDailyBalances(
    db,
    ranges.map(({ accountId }) => accountId),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
  )
  return rows.map(row => ({
    balanceDaysMinor: BigInt(row.balance_days),
    excludedDaysMinor: BigInt(row.excluded_days),
  }))
}
