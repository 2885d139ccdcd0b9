import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { GrantStatus } from '../../grants/domain/grant-status.ts'

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

const readSums = statement<SectionSum, [accountId: string, from: IsoDate, to: IsoDate]>(`
  select section,
    coalesce(sum(amount_minor) filter (where effective_date < $2), 0)::bigint as before_minor,
    coalesce(sum(amount_minor) filter (where effective_date >= $2), 0)::bigint as within_minor,
    count(*) filter (where effective_date >= $2) as rows_within,
    coalesce(sum(amount_minor) filter (where ledger = 'pending'), 0)::bigint as pending_minor,
    coalesce(sum(amount_minor) filter (where ledger = 'excluded'), 0)::bigint as excluded_minor,
    count(*) filter (where ledger = 'excluded') as excluded_rows
  from posting where account_id = $1 and effective_date <= $3 group by section`)

/** Sums a fund's postings by section up to the last day, with an index-only scan. */
export async function sumSections(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: DateRange,
): Promise<SectionSum[]> {
  return await readSums(db, accountId, from, to)
}

/** Counts the grants that are pending at the end of a day. */
export async function countPending(db: Kysely<DB>, accountId: string, to: IsoDate): Promise<number> {
  const result = await sql<{ count: bigint }>`
    select count(*) as count from (${pendingAt(accountId, to)}) p`.execute(db)
  return Number(result.rows[0]?.count ?? 0n)
}

/** The grants with a reserved amount in the ledger at the end of a day, neither paid nor released. */
const pendingAt = (accountId: string, to: IsoDate) => sql`
  select e.grant_id, sum(p.amount_minor)::bigint as amount_minor
  from posting p join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
  where p.account_id = ${accountId} and p.ledger = 'pending' and p.effective_date <= ${to}
  group by e.grant_id having sum(p.amount_minor) <> 0`

export type ActivityQueryRow = {
  effective_date: IsoDate
  transaction_type_name: string
  party_name: string | null
  charity_id: string | null
  transaction_id: bigint
  comment: string | null
  status_code: GrantStatus | null
  amount_minor: bigint
  total: bigint
}

export type PageOfRows = { first: number; offset: number; order: ActivityOrder; descending: boolean }

const orderColumns = {
  effectiveDate: 'effective_date',
  amount: 'amount_minor',
  transactionId: 'transaction_id',
  partyName: 'lower(party_name)',
  transactionTypeName: 'transaction_type_name',
}
export type ActivityOrder = keyof typeof orderColumns
export const activityOrders = Object.keys(orderColumns) as ActivityOrder[]

const postingRows = `
  select p.effective_date, k.transaction_type_name, g.charity_name as party_name, g.charity_id,
    coalesce(g.transaction_id, e.transaction_id) as transaction_id, e.comment, null::int as status_code,
    p.amount_minor, p.entry_id, p.line
  from posting p
    join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
    join entry_kind k on k.kind = e.kind
    left join grant_recommendation g on g.book = e.book and g.grant_id = e.grant_id`

/** One page of `rows` with the total count. A subquery, because the order can be an expression over its columns. */
function pageOf(rows: RawBuilder<unknown>, { first, offset, order, descending }: PageOfRows) {
  const direction = descending ? sql`desc` : sql`asc`
  return sql<ActivityQueryRow>`select *, count(*) over () as total from (${rows}) rows
    order by ${sql.raw(orderColumns[order])} ${direction}, transaction_id desc, entry_id, line limit ${first} offset ${offset}`
}

const flowRows = (order: ActivityOrder, direction: 'asc' | 'desc') =>
  statement<ActivityQueryRow, [string, number, IsoDate, IsoDate, first: number, offset: number]>(`
  select *, count(*) over () as total from (
    ${postingRows}
    where p.account_id = $1 and p.section = $2 and p.effective_date between $3 and $4
  ) rows order by ${orderColumns[order]} ${direction}, transaction_id desc, entry_id, line limit $5 offset $6`)

/** One prepared statement for each order, built once. */
const flowRowsBy = Object.fromEntries(
  activityOrders.map(order => [order, { asc: flowRows(order, 'asc'), desc: flowRows(order, 'desc') }]),
) as Record<ActivityOrder, Record<'asc' | 'desc', ReturnType<typeof flowRows>>>

/** The postings of a flow section (1 to 8) within the range, or of the excluded assets (9) up to its end. */
export async function listSectionRows(
  db: Kysely<DB>,
  accountId: string,
  section: number,
  { from, to }: DateRange,
  page: PageOfRows,
): Promise<ActivityQueryRow[]> {
  if (section === 9) {
    const rows = sql`${sql.raw(postingRows)}
      where p.account_id = ${accountId} and p.ledger = 'excluded' and p.effective_date <= ${to}`
    return (await pageOf(rows, page).execute(db)).rows
  }
  const read = flowRowsBy[page.order][page.descending ? 'desc' : 'asc']
  return await read(db, accountId, section, from, to, page.first, page.offset)
}

/** Section 11: the grants that were pending at the end of the last day, with their status on that day. */
export async function listPendingRows(
  db: Kysely<DB>,
  accountId: string,
  { to, timeZone }: { to: IsoDate; timeZone: string },
  page: PageOfRows,
): Promise<ActivityQueryRow[]> {
  const rows = sql`
    select g.recommended_on as effective_date, 'Grant recommended' as transaction_type_name,
      g.charity_name as party_name, g.charity_id, g.transaction_id, null as comment, p.amount_minor,
      (select s.to_status_code from grant_history_entry s
        where s.book = g.book and s.grant_id = g.grant_id and (s.at at time zone ${timeZone})::date <= ${to}
        order by s.step desc limit 1) as status_code,
      g.grant_id as entry_id, 1 as line
    from (${pendingAt(accountId, to)}) p join grant_recommendation g on g.grant_id = p.grant_id`
  return (await pageOf(rows, page).execute(db)).rows
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

/** The balance before the range, and the change of each day within it, in one index scan. */
export async function listDayChanges(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: DateRange,
): Promise<{ beginningMinor: bigint; days: DayChange[] }> {
  const result = await sql<DayChange & { within: boolean }>`
    select greatest(effective_date, ${from}::date - 1) as date, effective_date >= ${from} as within,
      sum(amount_minor)::bigint as change_minor,
      coalesce(sum(amount_minor) filter (where section = 1), 0)::bigint as contributions_minor,
      coalesce(sum(amount_minor) filter (where section = 2), 0)::bigint as grants_minor,
      coalesce(sum(amount_minor) filter (where section = 7), 0)::bigint as transfers_in_minor,
      coalesce(sum(amount_minor) filter (where section = 8), 0)::bigint as transfers_out_minor
    from posting where account_id = ${accountId} and effective_date <= ${to} and section between 1 and 8
    group by 1, 2 order by 1`.execute(db)
  const before = result.rows.filter(row => !row.within)
  return {
    beginningMinor: before.reduce((sum, row) => sum + row.change_minor, 0n),
    days: result.rows.filter(row => row.within),
  }
}
