import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../../server/db/schema.ts'

/** What the entries of a batch have in common: all of one day that are fees, or that are not. */
export type MonthEnd = { on: IsoDate; is_fee: boolean }

/** The entries of the ends of months, which a person posted, with the line that each is in its batch. */
const entriesOfMonths = (postedBy: string) => sql`(
  select e.entry_id, e.kind, p.account_id, p.effective_date as "on", e.kind in ('administrative_fee', 'investment_fee') as is_fee,
    abs(p.amount_minor) as amount_minor,
    (row_number() over (partition by p.effective_date, e.kind in ('administrative_fee', 'investment_fee')
      order by a.fund_id, e.kind, e.entry_id))::int + 1 as line
  from journal_entry e join posting p on p.book = e.book and p.entry_id = e.entry_id and p.account_id is not null
    join fund_account a on a.book = p.book and a.account_id = p.account_id
  where e.actor_user_id = ${postedBy}::uuid and e.kind in ('gain', 'loss', 'income', 'administrative_fee', 'investment_fee'))`

export async function listMonthEnds(
  trx: Kysely<DB>,
  postedBy: string,
): Promise<(MonthEnd & { lines: number; amount_minor: bigint; kinds: string[] })[]> {
  const { rows } = await sql<MonthEnd & { lines: number; amount_minor: bigint; kinds: string[] }>`
    select m."on", m.is_fee, count(*)::int as lines, sum(m.amount_minor)::bigint as amount_minor, array_agg(distinct m.kind) as kinds
    from ${entriesOfMonths(postedBy)} m group by m."on", m.is_fee order by m."on", m.is_fee`.execute(trx)
  return rows
}

/** A batch of the entries of a day, which somebody confirmed. */
export type BatchOfMonth = MonthEnd & { batchId: string; confirmedAt: Date }

/** Gives batches that were entered their lines, each with the entry that it became, and lets them be posted. */
export async function postBatches(
  trx: Kysely<DB>,
  batches: readonly BatchOfMonth[],
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(batches)}::jsonb)
    as b ("batchId" uuid, "on" date, is_fee boolean, "confirmedAt" timestamptz)`
  const lines = sql`${entriesOfMonths(userId)} m join ${wanted} on b."on" = m."on" and b.is_fee = m.is_fee`
  await sql`
    insert into posting_batch_line (batch_id, line, account_id, kind, effective_date, amount_minor)
    select b."batchId", m.line, m.account_id, m.kind, m."on", m.amount_minor from ${lines}`.execute(trx)
  await sql`
    update posting_batch x set state = 'applying', confirmed_by = ${userId}::uuid, confirmed_by_name = ${name},
      confirmed_at = b."confirmedAt", progress_at = b."confirmedAt"
    from ${wanted} where x.batch_id = b."batchId"`.execute(trx)
  await sql`
    update posting_batch_line l set state = 'posted', posted_minor = m.amount_minor, entry_id = m.entry_id
    from ${lines} where l.batch_id = b."batchId" and l.line = m.line`.execute(trx)
  await sql`
    update posting_batch x set state = 'applied', applied_at = b."confirmedAt"
    from ${wanted} where x.batch_id = b."batchId"`.execute(trx)
}
