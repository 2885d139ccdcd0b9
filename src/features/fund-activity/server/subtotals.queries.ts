import type { Kysely } from 'kysely'
import { addDays, type DateRange, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'

/**
 * The subtotals whose sum is what counts until the end of a day, which is an SQL expression: the years until then, less the months
 * and days of the last year that follow. Most ranges end today or with a month, so that little follows. A fund's whole
 * history takes one row of each year, section and ledger account. Dates are compared with dates: row-level security keeps a
 * comparison with a timestamp from being an index condition. `account` is an expression, too.
 */
const until = (day: string, account = '$1') => `
  select section, ledger, amount_minor, postings from posting_subtotal
    where account_id = ${account} and period = 'year' and starts_on <= ${day}
  union all
  select section, ledger, -amount_minor, -postings from posting_subtotal
    where account_id = ${account} and period = 'month' and starts_on > ${day}
      and starts_on < (date_trunc('year', ${day}::timestamp) + interval '1 year')::date
  union all
  select section, ledger, -amount_minor, -postings from posting_subtotal
    where account_id = ${account} and period = 'day' and starts_on > ${day}
      and starts_on < (date_trunc('month', ${day}::timestamp) + interval '1 month')::date`

/** The subtotals until the day before a range, where `is_end` is false, and until its last day. `$1` is the account. */
export const untilEdges = (dayBefore: string, to: string, account = '$1') => `
  (values (false, ${dayBefore}), (true, ${to})) edge (is_end, day)
    cross join lateral (${until('edge.day', account)}) subtotal`

export const postingsWithin = 'coalesce(sum(case when is_end then postings else -postings end), 0)::bigint'

export type SectionSum = {
  section: number
  /** The change of the fund's balance before the range and within it. */
  before_minor: bigint
  within_minor: bigint
  rows_within: bigint
  /** Pending and excluded amounts at the end of the last day, from the postings of this section. */
  pending_minor: bigint
  excluded_minor: bigint
  excluded_rows: bigint
}

/** What the sums of sections are made of, over `untilEdges`. */
const sectionSums = `
    coalesce(sum(amount_minor) filter (where not is_end), 0)::bigint as before_minor,
    sum(case when is_end then amount_minor else -amount_minor end)::bigint as within_minor,
    ${postingsWithin} as rows_within,
    coalesce(sum(amount_minor) filter (where is_end and ledger = 'pending'), 0)::bigint as pending_minor,
    coalesce(sum(amount_minor) filter (where is_end and ledger = 'excluded'), 0)::bigint as excluded_minor,
    coalesce(sum(postings) filter (where is_end and ledger = 'excluded'), 0)::bigint as excluded_rows`

const readSums = shortRead<SectionSum, [accountId: string, dayBefore: IsoDate, to: IsoDate]>(`
  select section, ${sectionSums}
  from ${untilEdges('$2::date', '$3::date')}
  group by section`)

/** Sums a fund's postings by section up to the last day, from their subtotals. */
export async function sumSections(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: DateRange,
): Promise<SectionSum[]> {
  return await readSums(db, accountId, addDays(from, -1), to)
}

export type AccountSectionSum = SectionSum & { account_id: string }

const readSumsOfMany = statement<
  AccountSectionSum,
  [accountIds: readonly string[], dayBefore: IsoDate, to: IsoDate]
>(`
  select of.account_id, sums.* from unnest($1::uuid[]) of (account_id) cross join lateral (
    select section, ${sectionSums} from ${untilEdges('$2::date', '$3::date', 'of.account_id')} group by section) sums`)

/** The same for many funds at once, each with its own rows. */
export async function sumSectionsOfMany(
  db: Kysely<DB>,
  accountIds: readonly string[],
  dayBefore: IsoDate,
  to: IsoDate,
): Promise<AccountSectionSum[]> {
  return await readSumsOfMany(db, accountIds, dayBefore, to)
}

type DayChange = {
  date: IsoDate
  change_minor: bigint
  contributions_minor: bigint
  grants_minor: bigint
  /** Received from other funds, and sent to them (negative). */
  transfers_in_minor: bigint
  transfers_out_minor: bigint
}

/** `date` is null for what counts before the range. */
const readDayChanges = statement<
  Omit<DayChange, 'date'> & { date: IsoDate | null },
  [accountId: string, dayBefore: IsoDate, to: IsoDate]
>(`
  select date, sum(amount_minor)::bigint as change_minor,
    coalesce(sum(amount_minor) filter (where section = 1), 0)::bigint as contributions_minor,
    coalesce(sum(amount_minor) filter (where section = 2), 0)::bigint as grants_minor,
    coalesce(sum(amount_minor) filter (where section = 7), 0)::bigint as transfers_in_minor,
    coalesce(sum(amount_minor) filter (where section = 8), 0)::bigint as transfers_out_minor
  from (
    select null::date as date, section, amount_minor from (${until('$2::date')}) before
    union all
    select starts_on, section, amount_minor from posting_subtotal
      where account_id = $1 and period = 'day' and starts_on > $2::date and starts_on <= $3::date
  ) subtotal where section between 1 and 8 group by date order by date`)

/** The balance before the range, and the change of each day within it, as of one instant. */
export async function listDayChanges(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: DateRange,
): Promise<{ beginningMinor: bigint; days: DayChange[] }> {
  const rows = await readDayChanges(db, accountId, addDays(from, -1), to)
  return {
    beginningMinor: rows.find(({ date }) => date === null)?.change_minor ?? 0n,
    days: rows.flatMap(({ date, ...change }) => (date === null ? [] : [{ date, ...change }])),
  }
}
