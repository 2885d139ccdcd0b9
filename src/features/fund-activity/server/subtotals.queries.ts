import type { Kysely } from 'kysely'
import { addDays, type DateRange, type IsoDate, monthStart } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'

/** The parameters of the queries below. */
type Days = [accountId: string, from: IsoDate, monthOfFrom: IsoDate, to: IsoDate, monthAfterTo: IsoDate]

/**
 * What counts until the evening before the range (`begins`) and until its last evening (`ends`): the whole months until then,
 * and the days of the month that has begun.
 */
const subtotals = `
  (select starts_on, section, ledger, amount_minor, postings, starts_on < $3::date as begins, true as ends
    from posting_subtotal where account_id = $1 and period = 'month' and starts_on < $5::date
  union all
  select starts_on, section, ledger, amount_minor, postings, false, true
    from posting_subtotal where account_id = $1 and period = 'day' and starts_on between $5::date and $4::date
  union all
  select starts_on, section, ledger, amount_minor, postings, true, false
    from posting_subtotal where account_id = $1 and period = 'day' and starts_on >= $3::date and starts_on < $2::date)`

const daysOf = (accountId: string, { from, to }: DateRange): Days => [
  accountId,
  from,
  monthStart(from),
  to,
  // The month of `to` is a whole one if `to` is its last day.
  monthStart(addDays(to, 1)),
]

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

const readSums = statement<SectionSum, Days>(`
  select section,
    coalesce(sum(amount_minor) filter (where begins), 0)::bigint as before_minor,
    (coalesce(sum(amount_minor) filter (where ends), 0)
      - coalesce(sum(amount_minor) filter (where begins), 0))::bigint as within_minor,
    (coalesce(sum(postings) filter (where ends), 0)
      - coalesce(sum(postings) filter (where begins), 0))::bigint as rows_within,
    coalesce(sum(amount_minor) filter (where ends and ledger = 'pending'), 0)::bigint as pending_minor,
    coalesce(sum(amount_minor) filter (where ends and ledger = 'excluded'), 0)::bigint as excluded_minor,
    coalesce(sum(postings) filter (where ends and ledger = 'excluded'), 0)::bigint as excluded_rows
  from ${subtotals} s group by section`)

/** Sums a fund's postings by section up to the last day, from their subtotals. */
export async function sumSections(
  db: Kysely<DB>,
  accountId: string,
  range: DateRange,
): Promise<SectionSum[]> {
  return await readSums(db, ...daysOf(accountId, range))
}

export type DayChange = {
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
  [accountId: string, from: IsoDate, monthOfFrom: IsoDate, to: IsoDate]
>(`
  select date, sum(amount_minor)::bigint as change_minor,
    coalesce(sum(amount_minor) filter (where section = 1), 0)::bigint as contributions_minor,
    coalesce(sum(amount_minor) filter (where section = 2), 0)::bigint as grants_minor,
    coalesce(sum(amount_minor) filter (where section = 7), 0)::bigint as transfers_in_minor,
    coalesce(sum(amount_minor) filter (where section = 8), 0)::bigint as transfers_out_minor
  from (
    select null::date as date, section, amount_minor
      from posting_subtotal where account_id = $1 and period = 'month' and starts_on < $3::date
    union all
    select case when starts_on >= $2::date then starts_on end, section, amount_minor
      from posting_subtotal where account_id = $1 and period = 'day' and starts_on between $3::date and $4::date
  ) s where section between 1 and 8 group by date order by date`)

/** The balance before the range, and the change of each day within it, as of one instant. */
export async function listDayChanges(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: DateRange,
): Promise<{ beginningMinor: bigint; days: DayChange[] }> {
  const rows = await readDayChanges(db, accountId, from, monthStart(from), to)
  return {
    beginningMinor: rows.find(({ date }) => date === null)?.change_minor ?? 0n,
    days: rows.flatMap(({ date, ...change }) => (date === null ? [] : [{ date, ...change }])),
  }
}
