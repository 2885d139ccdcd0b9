import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, PostingBatch } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { BatchKind, BatchSource } from '../domain/posting-batch.ts'

export type AccountFacts = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: string
  /** Null until the account is active for the first time. */
  opened_on: IsoDate | null
  spendable_minor: bigint
  excluded_minor: bigint
}

/** The accounts with these numbers and what they have now. */
export async function findAccounts(db: Kysely<DB>, fundIds: readonly number[]): Promise<AccountFacts[]> {
  const { rows } = await sql<AccountFacts>`
    select a.account_id, a.fund_id, a.account_name,
      status_or_hold(a.account_id, a.account_status) as account_status, a.opened_on,
      coalesce(b.spendable_minor, 0) as spendable_minor, coalesce(b.excluded_minor, 0) as excluded_minor
    from fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id
    where a.fund_id = any(${fundIds.map(String)}::bigint[])`.execute(db)
  return rows
}

export type AccountOfType = {
  account_id: string
  fund_id: bigint
  account_status: string
  opened_on: IsoDate | null
}

/** The accounts of these types, but for those that are closed. */
export async function findAccountsOfTypes(
  db: Kysely<DB>,
  types: readonly string[],
): Promise<AccountOfType[]> {
  return await db
    .selectFrom('fund_account')
    .select(['account_id', 'fund_id', 'account_status', 'opened_on'])
    .where('account_type', 'in', types)
    .where('account_status', '<>', 'Closed')
    .orderBy('fund_id')
    .execute()
}

/** The kinds that accounts of these statuses accept, as the ledger decides it: `Active gain`. Reversals have their own answers. */
export async function findAccepted(
  db: Kysely<DB>,
  statuses: readonly string[],
  sections: readonly { kind: BatchKind; section: number }[],
  isReversal: boolean,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ accepted: string }>`
    select s.status || ' ' || k.kind as accepted
    from unnest(${statuses}::text[]) s (status)
      cross join unnest(${sections.map(({ kind }) => kind)}::text[], ${sections.map(({ section }) => section)}::smallint[]) k (kind, section)
    where accepts_posting(s.status, k.section, 'spendable', 1, ${isReversal})`.execute(db)
  return new Set(rows.map(({ accepted }) => accepted))
}

export type LastOfKind = {
  kind: BatchKind
  batch_id: string
  batch_number: bigint
  reference: string
  lines: number
  amount_minor: bigint
}

/** The last batch of each kind that was posted and not reversed. */
export async function findLastOfKinds(db: Kysely<DB>, kinds: readonly BatchKind[]): Promise<LastOfKind[]> {
  const { rows } = await sql<LastOfKind>`
    select k.kind, b.batch_id, b.batch_number, b.reference, l.lines, l.amount_minor
    from unnest(${kinds}::text[]) k (kind)
      cross join lateral (
        select batch_id, batch_number, reference from posting_batch
          where state = 'applied' and k.kind = any(kinds) order by batch_number desc limit 1) b
      cross join lateral (
        select count(*)::int as lines, sum(n.posted_minor)::bigint as amount_minor from posting_batch_line n
          where n.batch_id = b.batch_id and n.kind = k.kind and n.state = 'posted') l
    where l.lines > 0`.execute(db)
  return rows
}

/** The batch that was confirmed with this input or this reference. */
export async function findSameBatch(
  db: Kysely<DB>,
  { inputHash, reference }: { inputHash: string; reference: string | null },
): Promise<{ batch_number: bigint; is_input: boolean } | undefined> {
  const { rows } = await sql<{ batch_number: bigint; is_input: boolean }>`
    select batch_number, input_hash = ${inputHash} as is_input from posting_batch
    where state in ('applying', 'applied', 'reversing') and (input_hash = ${inputHash} or lower(reference) = lower(${reference}::text))
    order by input_hash = ${inputHash} desc limit 1`.execute(db)
  return rows[0]
}

/**
 * The batches that have these lines already: posted, or on their way to be. Of each line that one has with the same account, kind, date and
 * amount, the latest batch.
 */
export async function findEarlierLines(
  db: Kysely<DB>,
  lines: readonly {
    line: number
    accountId: string
    kind: BatchKind
    effectiveDate: IsoDate
    amountMinor: bigint
  }[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ line: number; batch_number: bigint }>`
    select k.line, max(b.batch_number) as batch_number
    from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ accountId }) => accountId)}::uuid[],
        ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ effectiveDate }) => effectiveDate)}::date[],
        ${lines.map(({ amountMinor }) => `${amountMinor}`)}::bigint[]) k (line, account_id, kind, effective_date, amount_minor)
      join posting_batch_line n on n.account_id = k.account_id and n.kind = k.kind
        and n.effective_date = k.effective_date and n.amount_minor = k.amount_minor
      join posting_batch b on b.book = n.book and b.batch_id = n.batch_id
    where n.state in ('waiting', 'posted')
      and (b.state <> 'entered'
        or exists (select from posting_request r where r.subject_id = b.batch_id and r.state = 'requested'))
    group by k.line`.execute(db)
  return new Map(rows.map(({ line, batch_number: number }) => [line, Number(number)]))
}

/** The batch with this input or reference that waits for a second person. */
export async function findWaitingBatch(
  db: Kysely<DB>,
  { inputHash, reference }: { inputHash: string; reference: string },
): Promise<{ batch_number: bigint } | undefined> {
  const { rows } = await sql<{ batch_number: bigint }>`
    select b.batch_number from posting_batch b
    where b.state = 'entered' and (b.input_hash = ${inputHash} or lower(b.reference) = lower(${reference}))
      and exists (select from posting_request r where r.subject_id = b.batch_id and r.state = 'requested')
    limit 1`.execute(db)
  return rows[0]
}

/** Serializes the entering of batches until the transaction ends, so that two people cannot enter the same file at once. */
export async function lockBatches(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('posting-batches:' || book(), 0))`.execute(trx)
}

export async function insertBatch(trx: Kysely<DB>, row: Insertable<PostingBatch>): Promise<void> {
  await trx.insertInto('posting_batch').values(row).execute()
}

export async function lockBatch(
  trx: Kysely<DB>,
  batchId: string,
): Promise<Selectable<PostingBatch> | undefined> {
  return await trx
    .selectFrom('posting_batch')
    .selectAll()
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateBatch(
  trx: Kysely<DB>,
  batchId: string,
  columns: Updateable<PostingBatch>,
): Promise<void> {
  await trx.updateTable('posting_batch').set(columns).where('batch_id', '=', batchId).execute()
}

export type BatchRow = Selectable<PostingBatch> & {
  /** What became of its entry. */
  request_state: 'requested' | 'confirmed' | 'declined' | 'withdrawn'
  /** Why it was declined. */
  request_note: string | null
}

const from = sql`posting_batch b
  cross join lateral (
    select r.state as request_state, r.note as request_note from posting_request r
    where r.book = b.book and r.batch_id = b.batch_id and r.kind = 'posting-batch' order by r.requested_at desc limit 1) r`

export const batchKeysets = {
  batchNumber: [{ sql: 'b.batch_number', type: 'bigint' }],
} as const satisfies Record<string, readonly Key[]>

/** One page of the batches, and one row more if there are more. */
export async function listBatchRows(
  db: Kysely<DB>,
  { keywords, source }: { keywords: string; source: BatchSource | null },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (BatchRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`(${source}::text is null or b.source = ${source}) and (${text} = '' or ${nameContains(sql`b.reference`, text)} or b.batch_number::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from posting_batch b where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<BatchRow & { keyset: Position; total: bigint }>`
    select b.*, r.request_state, r.request_note, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export async function findBatch(db: Kysely<DB>, batchId: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    select b.*, r.request_state, r.request_note from ${from} where b.batch_id = ${batchId}`.execute(db)
  return rows[0]
}

export type KindSums = {
  kind: BatchKind
  lines: number
  amount_minor: bigint
  posted_minor: bigint
  posted: number
  left_out: number
  reversed: number
}

/** What a batch left owed of fees and was written off. */
export async function sumWrittenOff(
  db: Kysely<DB>,
  batchId: string,
): Promise<{ funds: number; amount_minor: bigint }> {
  const { rows } = await sql<{ funds: number; amount_minor: bigint }>`
    select count(distinct w.account_id)::int as funds, coalesce(sum(p.amount_minor), 0)::bigint as amount_minor
    from fee_write_off_part p join fee_write_off w on w.book = p.book and w.request_id = p.request_id
    where p.batch_id = ${batchId}::uuid`.execute(db)
  return rows[0] ?? { funds: 0, amount_minor: 0n }
}

export async function sumLines(db: Kysely<DB>, batchId: string): Promise<KindSums[]> {
  const { rows } = await sql<KindSums>`
    select kind, count(*)::int as lines, sum(amount_minor)::bigint as amount_minor,
      coalesce(sum(posted_minor) filter (where state = 'posted'), 0)::bigint as posted_minor,
      count(*) filter (where state = 'posted')::int as posted, count(*) filter (where state = 'left-out')::int as left_out,
      count(*) filter (where state = 'reversed')::int as reversed
    from posting_batch_line where batch_id = ${batchId} group by kind`.execute(db)
  return rows
}
