import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, FeeReduction } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'

export type ReductionRow = Selectable<FeeReduction> & {
  fund_id: bigint
  account_name: string
  account_status: string
}

export const reductionKeysets = {
  enteredAt: [
    { sql: '(extract(epoch from r.entered_at) * 1000000)::bigint', type: 'micros' },
    { sql: 'r.reduction_id', type: 'uuid' },
  ],
} as const satisfies Record<string, readonly Key[]>

const reductions = sql`fee_reduction r join fund_account a on a.book = r.book and a.account_id = r.account_id`

/** One page of the reductions, and one row more if there are more. */
export async function listReductionRows(
  db: Kysely<DB>,
  { keywords, isWaiting }: { keywords: string; isWaiting: boolean },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ReductionRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`(not ${isWaiting} or r.state = 'entered') and (${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${reductions} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<ReductionRow & { keyset: Position; total: bigint }>`
    select r.*, a.fund_id, a.account_name, a.account_status, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${reductions} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

/** Counts the reductions that wait for a second person. */
export async function countWaitingReductions(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('fee_reduction')
    .select(eb => eb.fn.countAll<bigint>().as('count'))
    .where('state', '=', 'entered')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A reduction, locked until the transaction ends. */
export async function lockReduction(trx: Kysely<DB>, reductionId: string): Promise<ReductionRow | undefined> {
  const { rows } = await sql<ReductionRow>`
    select r.*, a.fund_id, a.account_name, a.account_status from ${reductions} where r.reduction_id = ${reductionId}
    for update of r`.execute(trx)
  return rows[0]
}

export async function insertReduction(trx: Kysely<DB>, row: Insertable<FeeReduction>): Promise<void> {
  await trx.insertInto('fee_reduction').values(row).execute()
}

export async function updateReduction(
  trx: Kysely<DB>,
  reductionId: string,
  columns: Updateable<FeeReduction>,
): Promise<void> {
  await trx.updateTable('fee_reduction').set(columns).where('reduction_id', '=', reductionId).execute()
}
