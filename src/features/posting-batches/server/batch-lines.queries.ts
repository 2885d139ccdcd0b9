import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
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
import type { BatchKind, LineState } from '../domain/posting-batch.ts'
import type { RowToPlan } from './read-batch-file.ts'

/** Stores lines of accounts that the book has. */
export async function insertLines(
  trx: Kysely<DB>,
  batchId: string,
  lines: readonly RowToPlan[],
): Promise<void> {
  await sql`
    insert into posting_batch_line (batch_id, line, account_id, kind, effective_date, amount_minor, comment, weight, arrears_minor)
    select ${batchId}::uuid, n.line, a.account_id, n.kind, n.effective_date, n.amount_minor, n.comment, n.weight, n.arrears_minor
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ fundId }) => fundId)}::bigint[],
      ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ effectiveDate }) => effectiveDate)}::date[],
      ${lines.map(({ amountMinor }) => String(amountMinor))}::bigint[], ${lines.map(({ comment }) => comment)}::text[],
      ${lines.map(({ weight }) => weight?.toString() ?? null)}::numeric[], ${lines.map(({ arrearsMinor }) => String(arrearsMinor))}::bigint[])
        n (line, fund_id, kind, effective_date, amount_minor, comment, weight, arrears_minor)
      left join fund_account a on a.fund_id = n.fund_id`.execute(trx)
}

export type LineToPost = {
  line: number
  account_id: string
  kind: BatchKind
  effective_date: IsoDate
  amount_minor: bigint
  comment: string | null
  posted_minor: bigint | null
  entry_id: string | null
}

/**
 * The next lines in this state, all of some accounts: about as many as `limit`. Those that could not be reversed have their note and do not
 * come again. `after`: the last account that was done, so that its lines are not looked through again.
 */
export async function listNextLines(
  trx: Kysely<DB>,
  batchId: string,
  { state, after, limit }: { state: 'waiting' | 'posted'; after: string | null; limit: number },
): Promise<LineToPost[]> {
  const isOpen = sql`batch_id = ${batchId} and state = ${sql.lit(state)} ${state === 'posted' ? sql`and not_reversed is null` : sql``}`
  const { rows } = await sql<LineToPost>`
    with next_line as (
      select account_id from posting_batch_line
      where ${isOpen} ${after === null ? sql`` : sql`and account_id > ${after}::uuid`} order by account_id, line limit ${limit}
    )
    select line, account_id, kind, effective_date, amount_minor, comment, posted_minor, entry_id from posting_batch_line
    where ${isOpen} and account_id >= (select account_id from next_line order by account_id limit 1)
      and account_id <= (select account_id from next_line order by account_id desc limit 1)
    order by account_id, line`.execute(trx)
  return rows
}

export type LockedBalance = {
  account_id: string
  account_status: string
  spendable_minor: bigint
  excluded_minor: bigint
}

/** The balances and statuses of accounts, “Held” for those that are; the balances are locked until the transaction ends. */
export async function lockBalances(
  trx: Kysely<DB>,
  accountIds: readonly string[],
): Promise<Map<string, LockedBalance>> {
  const { rows } = await sql<LockedBalance>`
    select b.account_id, status_or_hold(b.account_id, b.account_status) as account_status,
      b.spendable_minor, b.excluded_minor
    from lock_balances(${accountIds}::uuid[]) b`.execute(trx)
  return new Map(rows.map(row => [row.account_id, row]))
}

/**
 * By their numbers, so that they are found by the primary key. Before the database has counted the lines of a new batch, it takes them for a few
 * and would go through all of them each time.
 */
const areLines = (batchId: string, lines: readonly { line: number }[]) =>
  sql`l.batch_id = ${batchId} and l.line = any(${lines.map(({ line }) => line)}::int[])`

export type PostedLine = { line: number; postedMinor: bigint; entryId: string | null; note: string | null }

export async function setPosted(
  trx: Kysely<DB>,
  batchId: string,
  lines: readonly PostedLine[],
): Promise<void> {
  await sql`
    update posting_batch_line l set state = case when n.entry_id is null then 'left-out' else 'posted' end,
        posted_minor = case when n.entry_id is not null then n.posted_minor end, entry_id = n.entry_id, note = n.note
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ postedMinor }) => String(postedMinor))}::bigint[],
      ${lines.map(({ entryId }) => entryId)}::uuid[], ${lines.map(({ note }) => note)}::text[]) n (line, posted_minor, entry_id, note)
    where ${areLines(batchId, lines)} and l.line = n.line`.execute(trx)
}

export type ReversedLine = { line: number; reversalEntryId: string | null; note: string | null }

export async function setLinesReversed(
  trx: Kysely<DB>,
  batchId: string,
  lines: readonly ReversedLine[],
): Promise<void> {
  await sql`
    update posting_batch_line l set state = case when n.entry_id is null then l.state else 'reversed' end,
        reversal_entry_id = n.entry_id, not_reversed = n.note
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ reversalEntryId }) => reversalEntryId)}::uuid[],
      ${lines.map(({ note }) => note)}::text[]) n (line, entry_id, note)
    where ${areLines(batchId, lines)} and l.line = n.line`.execute(trx)
}

/** Marks a line that was reversed by itself, not with its batch. */
export async function setReversedByItself(
  trx: Kysely<DB>,
  batchId: string,
  { line, reversalEntryId }: { line: number; reversalEntryId: string },
): Promise<void> {
  await trx
    .updateTable('posting_batch_line')
    .set({
      state: 'reversed',
      reversal_entry_id: reversalEntryId,
      not_reversed: null,
      reversed_by_itself: true,
    })
    .where('batch_id', '=', batchId)
    .where('line', '=', line)
    .execute()
}

export type BatchLineRow = {
  line: number
  fund_id: bigint
  account_name: string
  account_status: string
  kind: BatchKind
  effective_date: IsoDate
  amount_minor: bigint
  comment: string | null
  state: LineState
  posted_minor: bigint | null
  note: string | null
  not_reversed: string | null
  weight: string | null
  arrears_minor: bigint
  entry_id: string | null
  transaction_id: bigint | null
  posted_on: IsoDate | null
  reversal_transaction_id: bigint | null
}

export const lineKeysets = {
  line: [{ sql: 'l.line', type: 'bigint' }],
} as const satisfies Record<string, readonly Key[]>

export async function listLineRows(
  db: Kysely<DB>,
  { batchId, keywords, state }: { batchId: string; keywords: string; state: LineState | null },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (BatchLineRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const lines = sql`posting_batch_line l join fund_account a on a.book = l.book and a.account_id = l.account_id`
  const isFound = sql`l.batch_id = ${batchId} and (${state}::text is null or l.state = ${state})
    and (${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${lines} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<BatchLineRow & { keyset: Position; total: bigint }>`
    select l.line, a.fund_id, a.account_name, a.account_status, l.kind, l.effective_date, l.amount_minor, l.comment, l.state,
      l.posted_minor, l.note, l.not_reversed, l.weight::text as weight, l.arrears_minor,
      l.entry_id, e.transaction_id, nullif(e.effective_date, l.effective_date) as posted_on, r.transaction_id as reversal_transaction_id,
      ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${lines} left join journal_entry e on e.book = l.book and e.entry_id = l.entry_id
      left join journal_entry r on r.book = l.book and r.entry_id = l.reversal_entry_id
    where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
