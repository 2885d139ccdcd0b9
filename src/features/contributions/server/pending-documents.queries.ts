import { type Kysely, sql } from 'kysely'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'

export type PendingRow = {
  account_id: string
  file_name: string
  transaction_id: bigint
  prepared_at: Date
  /** Whose turn it is; a null user is the sponsor. */
  next_user_id: string | null
  next_name: string | null
}

const idKey: Key = { sql: 'd.contribution_document_id', type: 'uuid' }
export const pendingKeysets = {
  transactionDate: [{ sql: '(extract(epoch from d.prepared_at) * 1000000)::bigint', type: 'micros' }, idKey],
  fileName: [{ sql: 'lower(d.file_name)', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

const from = sql`contribution_document d
  join contribution c on c.book = d.book and c.contribution_id = d.contribution_id
  left join lateral (
    select s.user_id, s.name from contribution_signer s
      where s.book = d.book and s.contribution_document_id = d.contribution_document_id and s.state = 'waiting'
      order by s.routing_order limit 1) n on true`

/** One page of the documents of an account that wait for signatures. One that is being withdrawn waits for none. */
export async function listPendingRows(
  db: Kysely<DB>,
  accountId: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (PendingRow & { keyset: Position })[]; total: number }> {
  const isFound = sql`d.account_id = ${accountId} and d.state = 'pending' and d.void_requested_at is null`
  const total =
    countedTotal === null
      ? sql`(select count(*) from contribution_document d where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<PendingRow & { keyset: Position; total: bigint }>`
    select d.account_id, d.file_name, c.transaction_id, d.prepared_at, n.user_id as next_user_id, n.name as next_name,
      ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
