import { type Insertable, type Kysely, sql } from 'kysely'
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
import type { FeeKind } from './fees.queries.ts'

export type WriteOffRow = {
  request_id: string
  fund_id: bigint
  account_name: string
  account_status: string
  kind: FeeKind
  amount_minor: bigint
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
    select w.request_id, w.kind, w.amount_minor, w.written_off_at, q.reason, q.requested_by_name, q.decided_by_name,
      a.fund_id, a.account_name, a.account_status, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${writeOffs} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export async function insertWriteOff(trx: Kysely<DB>, row: Insertable<FeeWriteOff>): Promise<void> {
  await trx.insertInto('fee_write_off').values(row).execute()
}
