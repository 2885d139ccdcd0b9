import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, PaymentRun, PaymentRunEvent } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { paidStatuses, statusCodes } from '../../grants/domain/grant-status.ts'

/** Without the file, which may be large. */
export type RunRecord = Omit<Selectable<PaymentRun>, 'file_ciphertext' | 'data_key' | 'key_id'>

const runColumns = [
  'book',
  'run_id',
  'run_number',
  'method',
  'format',
  'cutoff_at',
  'payment_on',
  'state',
  'created_by',
  'created_by_name',
  'created_at',
  'checked_at',
  'approved_by',
  'approved_by_name',
  'approved_at',
  'released_by',
  'released_by_name',
  'released_at',
  'sent_by',
  'sent_by_name',
  'sent_at',
  'file_name',
  'file_hash',
] as const satisfies readonly (keyof RunRecord)[]

/** Serializes the creation of runs of a book until the end of the transaction, and returns the number of the next. */
export async function nextRunNumber(trx: Kysely<DB>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-runs:' || book(), 0))`.execute(trx)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(run_number), 0) + 1 as next from payment_run`.execute(trx)
  return rows[0]?.next ?? 1
}

export async function insertRun(trx: Kysely<DB>, run: Insertable<PaymentRun>): Promise<void> {
  await trx.insertInto('payment_run').values(run).execute()
}

export async function findRun(db: Kysely<DB>, runId: string): Promise<RunRecord | undefined> {
  return await db
    .selectFrom('payment_run')
    .select([...runColumns])
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

/** The run, locked until the end of the transaction. */
export async function lockRun(trx: Kysely<DB>, runId: string): Promise<RunRecord | undefined> {
  return await trx
    .selectFrom('payment_run')
    .select([...runColumns])
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRun(
  trx: Kysely<DB>,
  runId: string,
  columns: Updateable<PaymentRun>,
): Promise<void> {
  await trx.updateTable('payment_run').set(columns).where('run_id', '=', runId).execute()
}

export async function findRunFile(db: Kysely<DB>, runId: string) {
  return await db
    .selectFrom('payment_run')
    .select(['file_name', 'file_hash', 'file_ciphertext', 'key_id', 'data_key'])
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

/** Appends to the history of a run, which the caller has locked. */
export async function insertRunEvent(
  trx: Kysely<DB>,
  { run_id, kind, actor_user_id, actor_name, at, reason }: Omit<Insertable<PaymentRunEvent>, 'book' | 'step'>,
): Promise<void> {
  await sql`
    insert into payment_run_event (run_id, step, kind, actor_user_id, actor_name, at, reason)
    select ${run_id}::uuid, coalesce(max(step), 0) + 1, ${kind}::text, ${actor_user_id}::uuid, ${actor_name}::text,
      ${at}::timestamptz, ${reason ?? null}::text
    from payment_run_event where run_id = ${run_id}`.execute(trx)
}

export async function listRunEvents(db: Kysely<DB>, runId: string): Promise<Selectable<PaymentRunEvent>[]> {
  return await db
    .selectFrom('payment_run_event')
    .selectAll()
    .select(sql<string>`name_and_access(actor_user_id, actor_name)`.as('actor_name'))
    .where('run_id', '=', runId)
    .orderBy('step')
    .limit(500)
    .execute()
}

export type RunSums = {
  payments: number
  amount_minor: bigint
  problems: number
  payees_changed: number
  paid: number
  cleared: number
  returned: number
  returned_minor: bigint
  /** What the bank refused, how many of those were recorded as paid before, and for how many of these a letter goes by mail. */
  rejected: number
  rejected_minor: bigint
  rejected_after_paid: number
  rejected_letters: number
}

/** The state of a grant says what became of a payment, unless the bank refused it and another pays the grant. */
const stands = sql`p.rejected_at is null`

const sums = sql`
  count(p.payment_id)::int as payments,
  coalesce(sum(p.amount_minor), 0)::bigint as amount_minor,
  (count(*) filter (where p.problem is not null))::int as problems,
  (count(*) filter (where p.payee_changes is not null))::int as payees_changed,
  (count(*) filter (where ${stands} and g.transaction_status_code in (${literals(paidStatuses)})))::int as paid,
  (count(*) filter (where ${stands} and g.transaction_status_code = ${sql.lit(statusCodes.cleared)}))::int as cleared,
  (count(*) filter (where ${stands} and g.transaction_status_code = ${sql.lit(statusCodes.returned)}))::int as returned,
  coalesce(sum(g.returned_minor) filter (where ${stands}), 0)::bigint as returned_minor,
  (count(*) filter (where not (${stands})))::int as rejected,
  coalesce(sum(p.amount_minor) filter (where not (${stands})), 0)::bigint as rejected_minor,
  (count(*) filter (where p.was_paid))::int as rejected_after_paid,
  (count(*) filter (where p.was_paid and p.payee_email is not null))::int as rejected_letters`

type ListedRun = RunRecord & RunSums

/** `next`: the date of a run of each method that is approved now. */
export const runKeysets = (next: Readonly<Record<'eft' | 'cheque', IsoDate>>) =>
  ({
    runNumber: [{ sql: 'r.run_number', type: 'int' }],
    paymentOn: [
      {
        sql: `case when r.state <> 'created' then r.payment_on when r.method = 'cheque' then date '${next.cheque}' else date '${next.eft}' end`,
        type: 'date',
      },
      { sql: 'r.run_number', type: 'int' },
    ],
  }) as const satisfies Record<string, readonly Key[]>

/** One page of the runs with their sums, and one row more if there are more. */
export async function listRuns(
  db: Kysely<DB>,
  keywords: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ListedRun & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`(${text} = '' or r.run_number::text = ${text} or exists (
    select from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = r.run_id and p.removed_at is null
      and (g.transaction_id::text = ${text} or ${nameContains(sql`g.charity_name`, text)})))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from payment_run r where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<ListedRun & { keyset: Position; total: bigint }>`
    select r.*, name_and_access(r.created_by, r.created_by_name) as created_by_name, s.* from (
      select ${sql.join(runColumns.map(column => sql.ref(`r.${column}`)))}, ${sql.raw(keysetColumn(keyset))}, ${total} as total
      from payment_run r where ${isFound} and ${rowsAfter(keyset, after)}
      order by ${sql.raw(orderOf(keyset))} limit ${first + 1}
    ) r cross join lateral (
      select ${sums} from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      where p.run_id = r.run_id and p.removed_at is null
    ) s order by ${sql.raw(orderOf(keyset))}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

type UnsentCount = Pick<RunRecord, 'method' | 'state'> & { runs: number; grants: number }

/** The runs that are to be approved or sent, and the grants in them, by method. */
export async function countUnsent(db: Kysely<DB>): Promise<UnsentCount[]> {
  const { rows } = await sql<UnsentCount>`
    select r.method, r.state, count(distinct r.run_id)::int as runs, count(p.payment_id)::int as grants
    from payment_run r
      left join payment p on p.run_id = r.run_id and p.removed_at is null and p.rejected_at is null
    where r.state in ('created', 'approved') group by 1, 2`.execute(db)
  return rows
}

export async function sumRun(db: Kysely<DB>, runId: string): Promise<RunSums> {
  const { rows } = await sql<RunSums>`
    select ${sums} from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = ${runId} and p.removed_at is null`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the sums of the run have no row')
  return found
}

/** A grant of a run for which this person entered the last change of a fact of the payee since its approval; the first of them. */
export async function findOwnPayeeChange(
  db: Kysely<DB>,
  runId: string,
  userId: string,
): Promise<{ transaction_id: bigint } | undefined> {
  const { rows } = await sql<{ transaction_id: bigint }>`
    select g.transaction_id from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.run_id = ${runId} and p.removed_at is null
      and p.payee_changes @> jsonb_build_array(jsonb_build_object('made', jsonb_build_object('enteredBy', ${userId}::text)))
    order by g.transaction_id limit 1`.execute(db)
  return rows[0]
}

/** A grant of a run that this person recommended, or approved from the threshold for two people on; the first of them. */
export async function findOwnGrant(
  db: Kysely<DB>,
  runId: string,
  { userId, dualControlFromMinor }: { userId: string; dualControlFromMinor: bigint },
): Promise<{ transaction_id: bigint; is_recommended: boolean } | undefined> {
  const { rows } = await sql<{ transaction_id: bigint; is_recommended: boolean }>`
    select * from (
      select g.transaction_id, ${userId}::uuid in (g.recommended_by, coalesce(g.on_behalf_of, g.recommended_by)) as is_recommended,
        g.amount_minor >= ${dualControlFromMinor} and (
          select h.actor_user_id from grant_history_entry h
          where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'approve' order by h.step desc limit 1
        ) = ${userId}::uuid as is_approved
      from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      where p.run_id = ${runId} and p.removed_at is null
    ) found where is_recommended or is_approved order by transaction_id limit 1`.execute(db)
  return rows[0]
}

/** Whether a nightly check of the book found differences that nobody has answered. */
export async function hasUnansweredCheck(db: Kysely<DB>): Promise<boolean> {
  const row = await db
    .selectFrom('book_check')
    .select('check_id')
    .where('difference_count', '>', 0)
    .where('answered_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
