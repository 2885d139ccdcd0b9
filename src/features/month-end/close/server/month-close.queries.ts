import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { DB, MonthClose } from '../../../../server/db/schema.ts'

export type CloseRow = Selectable<MonthClose>

/** The closes of the last five years of months, the latest first. */
export async function listCloses(db: Kysely<DB>): Promise<CloseRow[]> {
  return await db
    .selectFrom('month_close')
    .selectAll()
    .orderBy('month', 'desc')
    .orderBy('closed_at', 'desc')
    .limit(60)
    .execute()
}

/** How many closed months somebody asks to open again. */
export async function countReopenings(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from month_close where reopening_at is not null and reopened_at is null`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

export async function findClose(db: Kysely<DB>, closeId: string): Promise<CloseRow | undefined> {
  return await db.selectFrom('month_close').selectAll().where('close_id', '=', closeId).executeTakeFirst()
}

/** Waits for the transactions that have posted; those that post later wait until this one ends. */
export async function lockMonths(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(month_close_lock(book()))`.execute(trx)
}

export async function insertClose(trx: Kysely<DB>, close: Insertable<MonthClose>): Promise<void> {
  await trx.insertInto('month_close').values(close).execute()
}

type Step = Pick<
  Insertable<MonthClose>,
  'reopening_by' | 'reopening_by_name' | 'reopening_at' | 'reopening_reason'
>

/** Whether it was changed: nobody had asked yet, or, to withdraw, somebody has. */
export async function setReopening(trx: Kysely<DB>, closeId: string, step: Step): Promise<boolean> {
  const asks = step.reopening_at !== null
  const result = await trx
    .updateTable('month_close')
    .set(step)
    .where('close_id', '=', closeId)
    .where('reopening_at', asks ? 'is' : 'is not', null)
    .where('reopened_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setReopened(
  trx: Kysely<DB>,
  closeId: string,
  { userId, name, at }: { userId: string; name: string; at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('month_close')
    .set({ reopened_by: userId, reopened_by_name: name, reopened_at: at })
    .where('close_id', '=', closeId)
    .where('reopening_at', 'is not', null)
    .where('reopened_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type OpenWork = {
  suspense_items: bigint
  batches: bigint
  requests: bigint
  runs: bigint
  differences: bigint
  /** The day of the last nightly check; null before the first. */
  checked_on: IsoDate | null
}

/** What is still open of a month: `lastDay` is its last day, `end` the instant after it. */
export async function countOpenWork(db: Kysely<DB>, lastDay: IsoDate, end: Date): Promise<OpenWork> {
  const result = await sql<OpenWork>`select
    (select count(*) from suspense_item i join journal_entry e on e.book = i.book and e.entry_id = i.entry_id
      where i.state = 'open' and e.effective_date <= ${lastDay}::date) as suspense_items,
    (select count(*) from posting_batch b where (b.state in ('applying', 'reversing') or b.state = 'entered' and exists (
        select from posting_request q where q.subject_id = b.batch_id and q.kind = 'posting-batch' and q.state = 'requested'))
      and exists (select from posting_batch_line l where l.batch_id = b.batch_id and l.effective_date <= ${lastDay}::date)) as batches,
    (select count(*) from posting_request q where q.state = 'requested' and q.requested_at < ${end}) as requests,
    (select count(*) from payment_run r where r.method <> 'cheque' and r.sent_at < ${end} and exists (
        select from payment p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
          where p.run_id = r.run_id and p.removed_at is null and p.rejected_at is null and g.transaction_status_code = 6)) as runs,
    (select count(*) from book_check c where c.difference_count > 0 and c.answered_at is null) as differences,
    (select max(c.day) from book_check c) as checked_on`.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('the database counted nothing')
  return row
}
