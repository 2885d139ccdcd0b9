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
import { type FeeKind, owedFees } from './fees.queries.ts'

export type ChargeRow = {
  fund_id: bigint
  account_name: string
  account_status: string
  period_from: IsoDate
  period_to: IsoDate
  period_base_to: IsoDate
  base_from: IsoDate
  base_days: number
  balance_days_minor: string
  charged_days: number
  year_days: number
  kept_hundredths: number
  fee_minor: bigint
  charged_before_minor: bigint
  due_minor: bigint
  /** The terms of the period’s own run. */
  terms: unknown
}

export const chargeKeysets = {
  fundId: [
    { sql: 'a.fund_id', type: 'bigint' },
    { sql: 'c.period_from', type: 'date' },
  ],
  fee: [
    { sql: 'c.fee_minor', type: 'bigint' },
    { sql: 'a.fund_id', type: 'bigint' },
    { sql: 'c.period_from', type: 'date' },
  ],
} as const satisfies Record<string, readonly Key[]>

// An earlier period is shown with its own terms: those of the run that charged it first.
const charges = sql`fee_charge c
  join fee_run r on r.book = c.book and r.batch_id = c.batch_id
  join fund_account a on a.book = c.book and a.account_id = c.account_id
  cross join lateral (
    select o.terms, o.period_to, o.base_to from fee_run o
      join posting_batch ob on ob.book = o.book and ob.batch_id = o.batch_id
      where o.book = r.book and o.schedule = r.schedule and o.period_from = c.period_from
        and o.balances_at <= r.balances_at and (o.batch_id = r.batch_id or ob.confirmed_at is not null)
      order by (o.batch_id = r.batch_id) desc, o.balances_at desc limit 1) p`

const columns = sql`a.fund_id, a.account_name, a.account_status, c.period_from, p.period_to, p.base_to as period_base_to, c.base_from,
  c.base_days, c.balance_days_minor::text as balance_days_minor, c.charged_days, c.year_days, c.kept_hundredths, c.fee_minor,
  c.charged_before_minor, c.due_minor, p.terms`

export async function isFeeRun(db: Kysely<DB>, batchId: string): Promise<boolean> {
  const found = await db
    .selectFrom('fee_run')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return found !== undefined
}

/** One page of what a run charges, and one row more if there are more. */
export async function listChargeRows(
  db: Kysely<DB>,
  { batchId, keywords }: { batchId: string; keywords: string },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ChargeRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`c.batch_id = ${batchId}
    and (${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${charges} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<ChargeRow & { keyset: Position; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total from ${charges}
    where ${isFound} and ${rowsAfter(keyset, after)} order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(
    db,
  )
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export type PostedFee = {
  batch_id: string
  title: string
  amount_minor: bigint
  posted_minor: bigint
  arrears_minor: bigint
}

/** The fee that a run posted to a fund with this transaction number. */
export async function findPostedFee(
  db: Kysely<DB>,
  accountId: string,
  transactionId: number,
): Promise<PostedFee | undefined> {
  const { rows } = await sql<PostedFee>`
    select l.batch_id, r.title, l.amount_minor, l.posted_minor, l.arrears_minor
    from journal_entry e
      join posting_batch_line l on l.book = e.book and l.entry_id = e.entry_id
      join fee_run r on r.book = l.book and r.batch_id = l.batch_id
    where e.transaction_id = ${transactionId} and l.account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** The transaction numbers among these of fees that a run posted to a fund. */
export async function findRunFees(
  db: Kysely<DB>,
  accountId: string,
  transactionIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ transaction_id: bigint }>`
    select e.transaction_id
    from journal_entry e
      join posting_batch_line l on l.book = e.book and l.entry_id = e.entry_id
      join fee_run r on r.book = l.book and r.batch_id = l.batch_id
    where e.transaction_id = any(${transactionIds.map(String)}::bigint[]) and l.account_id = ${accountId}`.execute(
    db,
  )
  return new Set(rows.map(row => row.transaction_id))
}

export async function listChargesOf(
  db: Kysely<DB>,
  batchId: string,
  accountId: string,
): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select ${columns} from ${charges} where c.batch_id = ${batchId} and c.account_id = ${accountId}
    order by c.period_from desc`.execute(db)
  return rows
}

export type WaitingFeeRow = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: string
  kind: FeeKind
  minor: bigint
  spendable_minor: bigint
}

export const waitingKeysets = {
  fundId: [
    { sql: 'a.fund_id', type: 'bigint' },
    { sql: 'o.kind', type: 'text' },
  ],
} as const satisfies Record<string, readonly Key[]>

/** One page of what funds owe of fees, and one row more if there are more. */
export async function listWaitingRows(
  db: Kysely<DB>,
  keywords: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (WaitingFeeRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const from = sql`(${owedFees(null)}) o join fund_account a on a.account_id = o.account_id
    left join account_balance s on s.account_id = o.account_id`
  const isFound = sql`(${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<WaitingFeeRow & { keyset: Position; total: bigint }>`
    select a.account_id, a.fund_id, a.account_name, a.account_status, o.kind, o.minor,
      coalesce(s.spendable_minor, 0) as spendable_minor, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
