import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../../server/db/schema.ts'

/** What the entries of a batch have in common: their day, and what they are. */
export type BatchKey = { on: IsoDate; part: 'gains' | 'fees' | 'assets' | 'other' }

/** The entries that a person posted, with the line that each is in its batch. A gain with a comment is that of an asset. */
const entriesOfBatches = (postedBy: string) => sql`(
  select n.*, (row_number() over (partition by n."on", n.part order by n.fund_id, n.entry_id))::int + 1 as line
  from (
    select e.entry_id, e.kind, e.comment, p.account_id, a.fund_id, p.effective_date as "on",
      case when e.kind in ('administrative_fee', 'investment_fee') then 'fees' when e.kind = 'other' then 'other'
        when e.kind in ('exclude', 'release') or e.comment is not null then 'assets' else 'gains' end as part,
      case when e.kind = 'other' then p.amount_minor else abs(p.amount_minor) end as amount_minor
    from journal_entry e join posting p on p.book = e.book and p.entry_id = e.entry_id and p.line = 1
      join fund_account a on a.book = p.book and a.account_id = p.account_id
    where e.actor_user_id = ${postedBy}::uuid
      and e.kind in ('gain', 'loss', 'income', 'administrative_fee', 'investment_fee', 'other', 'exclude', 'release')) n)`

type BatchSums = BatchKey & { lines: number; amount_minor: bigint; kinds: string[] }

export async function listBatchesToMake(trx: Kysely<DB>, postedBy: string): Promise<BatchSums[]> {
  const { rows } = await sql<BatchSums>`
    select m."on", m.part, count(*)::int as lines, sum(abs(m.amount_minor))::bigint as amount_minor, array_agg(distinct m.kind) as kinds
    from ${entriesOfBatches(postedBy)} m group by m."on", m.part order by m."on", m.part`.execute(trx)
  return rows
}

/** A batch of the entries of a day, which somebody confirmed. */
export type MadeBatch = BatchKey & { batchId: string; confirmedAt: Date }

/** Gives batches that were entered their lines, each with the entry that it became, and lets them be posted. */
export async function postBatches(
  trx: Kysely<DB>,
  batches: readonly MadeBatch[],
  { userId, name }: { userId: string; name: string },
): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(batches)}::jsonb)
    as b ("batchId" uuid, "on" date, part text, "confirmedAt" timestamptz)`
  const lines = sql`${entriesOfBatches(userId)} m join ${wanted} on b."on" = m."on" and b.part = m.part`
  await sql`
    insert into posting_batch_line (batch_id, line, account_id, kind, effective_date, amount_minor, comment)
    select b."batchId", m.line, m.account_id, m.kind, m."on", m.amount_minor, m.comment from ${lines}`.execute(
    trx,
  )
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
