import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'
import type { GrantStatus } from '../../grants/domain/grant-status.ts'

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
