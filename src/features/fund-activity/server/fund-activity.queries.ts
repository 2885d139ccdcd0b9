import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import {
  afterText,
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { type GrantStatus, pendingStatuses } from '../../grants/domain/grant-status.ts'
import type { EntryLink } from '../domain/explain-entry.ts'
import { postingsWithin, untilEdges } from './subtotals.queries.ts'

/** Counts the grants that are pending at the end of a day. */
export async function countPending(db: Kysely<DB>, accountId: string, to: IsoDate): Promise<number> {
  const result = await sql<{ count: bigint }>`
    select count(*) as count from (${pendingAt(accountId, to)}) p`.execute(db)
  return Number(result.rows[0]?.count ?? 0n)
}

/**
 * The grants with a reserved amount in the ledger at the end of a day, neither paid nor released. A grant that is not pending any
 * more has a later posting, so that only these grants' postings are added up.
 */
const pendingAt = (accountId: string, to: IsoDate) => sql`
  select c.grant_id, reserved.amount_minor
  from (
    select grant_id from grant_recommendation
      where account_id = ${accountId} and transaction_status_code in (${literals(pendingStatuses)})
    union
    select e.grant_id from posting p join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
      where p.account_id = ${accountId} and p.ledger = 'pending' and p.effective_date > ${to}
  ) c cross join lateral (
    select sum(p.amount_minor)::bigint as amount_minor
      from journal_entry e join posting p on p.book = e.book and p.entry_id = e.entry_id
      where e.grant_id = c.grant_id and p.account_id = ${accountId} and p.ledger = 'pending' and p.effective_date <= ${to}
  ) reserved
  where reserved.amount_minor <> 0`

export type ActivityQueryRow = {
  effective_date: IsoDate
  transaction_type_name: string
  party_name: string | null
  charity_id: string | null
  transaction_id: bigint
  comment: string | null
  /** The earlier day that a correction is about. */
  concerns_date: IsoDate | null
  /** The entry of the same fund that it takes back, or in whose place it stands; or the one that takes it back. */
  linked: { link: EntryLink; kind: string; transactionId: number; date: IsoDate } | null
  status_code: GrantStatus | null
  amount_minor: bigint
  keyset: Position
  /** The rows of the section, counted for the first page only. */
  total: bigint | null
}

const lineKeys: readonly Key[] = [
  { sql: 'transaction_id', type: 'bigint' },
  { sql: 'entry_id', type: 'uuid' },
  { sql: 'line', type: 'int' },
]

/** The orders of a section's rows; a posting's line makes every position unique. */
export const activityKeysets = {
  // Not by transaction number within a day: these are the columns of the index posting_of_section.
  effectiveDate: [
    { sql: 'effective_date', type: 'date' },
    { sql: 'entry_id', type: 'uuid' },
    { sql: 'line', type: 'int' },
  ],
  amount: [{ sql: 'amount_minor', type: 'bigint' }, ...lineKeys],
  transactionId: lineKeys,
  partyName: [{ sql: "lower(coalesce(party_name, ''))", type: 'text' }, ...lineKeys],
  transactionTypeName: [{ sql: 'transaction_type_name', type: 'text' }, ...lineKeys],
} as const satisfies Record<string, readonly Key[]>

/**
 * What a correction is linked with, if it is of the same fund: another fund's entries are no business of its people. The steps of a grant
 * say it by themselves.
 */
const linked = `case when e.grant_id is null then (
    select jsonb_build_object('link', o.link, 'kind', n.transaction_type_name, 'transactionId', o.transaction_id, 'date', o.effective_date)
    from (
      select 'reverses' as link, entry_id, transaction_id, kind, effective_date from journal_entry
        where book = e.book and entry_id = e.reverses_entry_id
      union all
      select 'replaces', entry_id, transaction_id, kind, effective_date from journal_entry
        where book = e.book and entry_id = e.corrects_entry_id
      union all
      select 'reversed', entry_id, transaction_id, kind, effective_date from journal_entry
        where book = e.book and reverses_entry_id = e.entry_id
    ) o join entry_kind n on n.kind = o.kind
    where exists (select from posting q where q.book = e.book and q.entry_id = o.entry_id and q.account_id = p.account_id)
    limit 1) end`

const postingRows = `
  select p.effective_date, k.transaction_type_name, g.charity_name as party_name, g.charity_id,
    coalesce(g.transaction_id, e.transaction_id) as transaction_id, e.comment, e.concerns_date, ${linked} as linked,
    null::int as status_code, p.amount_minor, p.entry_id, p.line
  from posting p
    join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
    join entry_kind k on k.kind = e.kind
    left join grant_recommendation g on g.book = e.book and g.grant_id = e.grant_id`

/** One page of `rows`. A subquery, because the order can be an expression over its columns. */
function pageOf(rows: RawBuilder<unknown>, { first, keyset, after }: KeysetPage) {
  const total = after === null ? sql`count(*) over ()` : sql`null::bigint`
  return sql<ActivityQueryRow>`select *, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from (${rows}) rows where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`
}

/** From the subtotals, so that a page does not read the rows of the others. */
const countOfSection = `(select ${postingsWithin} from ${untilEdges('$3::date - 1', '$4::date')} where section = $2)`

type FlowRows = (
  db: Kysely<DB>,
  ...values: [string, number, IsoDate, IsoDate, limit: number, ...after: string[]]
) => Promise<ActivityQueryRow[]>

const flowStatements = new Map<string, FlowRows>()

/**
 * One prepared statement for each order, for the first page and for the pages after it, built once. By date an index gives the
 * rows in their order; any other order sorts all rows of the range.
 */
function flowRows({ keyset, after }: KeysetPage): FlowRows {
  const order = orderOf(keyset)
  const key = `${after === null} ${order}`
  let read = flowStatements.get(key)
  if (!read) {
    const prepare = keyset.keys === activityKeysets.effectiveDate ? shortRead : statement
    read = prepare(`
      select effective_date, transaction_type_name, party_name, charity_id, transaction_id, comment, concerns_date, linked, status_code,
        amount_minor,
        ${keysetColumn(keyset)}, ${after === null ? countOfSection : 'null::bigint'} as total from (
        ${postingRows}
        where p.account_id = $1 and p.section = $2 and p.effective_date between $3 and $4
      ) rows ${after === null ? '' : `where ${afterText(keyset, 6)}`}
      order by ${order} limit $5`)
    flowStatements.set(key, read)
  }
  return read
}

/** The postings of a flow section (1 to 8) within the range, or of the excluded assets (9) up to its end. */
export async function listSectionRows(
  db: Kysely<DB>,
  accountId: string,
  section: number,
  { from, to }: DateRange,
  page: KeysetPage,
): Promise<ActivityQueryRow[]> {
  if (section === 9) {
    const rows = sql`${sql.raw(postingRows)}
      where p.account_id = ${accountId} and p.ledger = 'excluded' and p.effective_date <= ${to}`
    return (await pageOf(rows, page).execute(db)).rows
  }
  const read = flowRows(page)
  return await read(db, accountId, section, from, to, page.first + 1, ...(page.after ?? []))
}

/** Section 11: the grants that were pending at the end of the last day, with their status on that day. */
export async function listPendingRows(
  db: Kysely<DB>,
  accountId: string,
  { to, timeZone }: { to: IsoDate; timeZone: string },
  page: KeysetPage,
): Promise<ActivityQueryRow[]> {
  const rows = sql`
    select g.recommended_on as effective_date, 'Grant recommended' as transaction_type_name,
      g.charity_name as party_name, g.charity_id, g.transaction_id, null as comment, null::date as concerns_date, null::jsonb as linked,
      p.amount_minor,
      (select s.to_status_code from grant_history_entry s
        where s.book = g.book and s.grant_id = g.grant_id and (s.at at time zone ${timeZone})::date <= ${to}
        order by s.step desc limit 1) as status_code,
      g.grant_id as entry_id, 1 as line
    from (${pendingAt(accountId, to)}) p join grant_recommendation g on g.grant_id = p.grant_id`
  return (await pageOf(rows, page).execute(db)).rows
}
