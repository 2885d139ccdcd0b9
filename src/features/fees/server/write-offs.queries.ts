import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, FeeWriteOff } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { endedMinor, type FeeKind, isRefused } from './fees.queries.ts'

export type WriteOffRow = {
  request_id: string
  fund_id: bigint
  account_name: string
  account_status: string
  kind: FeeKind
  amount_minor: bigint
  ended_minor: bigint
  reason: string
  written_off_at: Date
  requested_by_name: string
  decided_by_name: string
}

export const writeOffKeysets = {
  writtenOffAt: [
    { sql: '(extract(epoch from w.written_off_at) * 1000000)::bigint', type: 'micros' },
    { sql: 'w.request_id', type: 'uuid' },
  ],
} as const satisfies Record<string, readonly Key[]>

const writeOffs = sql`fee_write_off w join posting_request q on q.book = w.book and q.request_id = w.request_id
  join fund_account a on a.book = w.book and a.account_id = w.account_id`

/** One page of the owed fees that were written off, and one row more if there are more. */
export async function listWriteOffRows(
  db: Kysely<DB>,
  keywords: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (WriteOffRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`(${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${writeOffs} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<WriteOffRow & { keyset: Position; total: bigint }>`
    select w.request_id, w.kind, w.amount_minor, ${endedMinor} as ended_minor, w.written_off_at, q.reason, q.requested_by_name, q.decided_by_name,
      a.fund_id, a.account_name, a.account_status, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${writeOffs} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export async function insertWriteOff(trx: Kysely<DB>, row: Insertable<FeeWriteOff>): Promise<void> {
  await trx.insertInto('fee_write_off').values(row).execute()
}

/**
 * Stores of which batches a write-off is. Money pays the oldest fee first, so that what is owed, `owedMinor`, is of the newest batches; of it the
 * oldest is written off first.
 */
export async function insertWriteOffParts(
  trx: Kysely<DB>,
  { request_id: requestId, account_id: accountId, kind, amount_minor: amountMinor }: WriteOffOf,
  owedMinor: bigint,
): Promise<void> {
  await sql`
    with fee as (
      select b.batch_id, b.batch_number, l.amount_minor - l.arrears_minor as minor
        from posting_batch_line l join posting_batch b on b.book = l.book and b.batch_id = l.batch_id
        where b.rest_is_owed and l.account_id = ${accountId}::uuid and l.kind = ${kind} and not l.reversed_by_itself
          and (l.state = 'posted' or l.state = 'left-out' and b.state in ('applying', 'applied') and not ${isRefused})
      union all
      select b.batch_id, b.batch_number, c.due_minor
        from fee_charge c join fee_run r on r.book = c.book and r.batch_id = c.batch_id
          join posting_batch b on b.book = c.book and b.batch_id = c.batch_id
        where c.account_id = ${accountId}::uuid and r.kind = ${kind} and b.state in ('applying', 'applied') and not exists (
          select from posting_batch_line l where l.book = c.book and l.batch_id = c.batch_id and l.account_id = c.account_id)
    ), of_batch as (
      select f.batch_id, f.batch_number, sum(f.minor) - coalesce((select sum(p.amount_minor) from fee_write_off_part p
          join fee_write_off w on w.book = p.book and w.request_id = p.request_id
          where p.batch_id = f.batch_id and w.account_id = ${accountId}::uuid and w.kind = ${kind}), 0) as minor
      from fee f group by f.batch_id, f.batch_number
    ), newest_first as (
      select o.*, sum(o.minor) over (order by o.batch_number desc) - o.minor as newer from of_batch o where o.minor > 0
    ), owed as (
      select n.batch_id, n.batch_number, least(n.minor, ${owedMinor}::bigint - n.newer) as minor from newest_first n
      where n.newer < ${owedMinor}::bigint
    ), oldest_first as (
      select o.*, sum(o.minor) over (order by o.batch_number) - o.minor as older from owed o
    )
    insert into fee_write_off_part (request_id, batch_id, amount_minor)
    select ${requestId}::uuid, o.batch_id, least(o.minor, ${amountMinor}::bigint - o.older) from oldest_first o
    where o.older < ${amountMinor}::bigint`.execute(trx)
}

type WriteOffOf = Pick<Selectable<FeeWriteOff>, 'request_id' | 'account_id' | 'amount_minor'> & {
  kind: FeeKind
}
