import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB, FeeCharge, FeeReduction, FeeRun } from '../../../server/db/schema.ts'
import { leftOutNotes } from '../../posting-batches/domain/posting-batch.ts'

export type FeeKind = 'administrative_fee' | 'investment_fee'

/**
 * What a run charged an account counts while its batch is posted. After the reversal of the batch it counts where a line stayed as it was, or
 * was reversed by itself before.
 */
const counts = sql`(b.state in ('applying', 'applied') or b.state in ('reversing', 'reversed') and exists (
  select from posting_batch_line l where l.book = c.book and l.batch_id = c.batch_id and l.account_id = c.account_id
    and (l.state = 'posted' or l.reversed_by_itself)))`

/** A line that the account's status refused is not owed; one that gives back more than it charges is. */
export const isRefused = sql`(l.state = 'left-out' and l.note is not distinct from ${leftOutNotes.status} and l.amount_minor > l.arrears_minor)`

export type RunRow = Selectable<FeeRun> & {
  batch_number: bigint
  state: 'entered' | 'applying' | 'applied' | 'reversing'
}

/** The runs of a schedule that were confirmed and not reversed, and those that wait for a second person; earliest period first. */
export async function listRuns(db: Kysely<DB>, schedule: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.*, b.batch_number, b.state from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
    where r.schedule = ${schedule} and (b.state in ('applying', 'applied', 'reversing')
      or b.state = 'entered' and exists (
        select from posting_request q where q.book = b.book and q.batch_id = b.batch_id and q.state = 'requested'))
    order by r.period_from`.execute(db)
  return rows
}

/** The batch of fees that a job posts or reverses, or that waits for a second person: one at a time, so that nothing is taken twice. */
export async function findOpenFeeBatch(db: Kysely<DB>): Promise<{ batch_number: bigint } | undefined> {
  const { rows } = await sql<{ batch_number: bigint }>`
    select b.batch_number from posting_batch b
    where b.source in ('fee-run', 'waiting-fees') and (b.state in ('applying', 'reversing') or exists (
      select from posting_request q where q.book = b.book and q.batch_id = b.batch_id and q.state = 'requested'))
    limit 1`.execute(db)
  return rows[0]
}

/**
 * The accounts with entries that were recorded since a time and count in days until another, with the first of those days. A transaction
 * that began before that time may commit after it, so a day more is looked at; what did not change makes no difference.
 */
export async function findLateAccounts(
  db: Kysely<DB>,
  { recordedSince, until }: { recordedSince: Date; until: IsoDate },
): Promise<Map<string, IsoDate>> {
  const { rows } = await sql<{ account_id: string; since: IsoDate }>`
    select p.account_id, min(p.effective_date) as since
    from journal_entry e join posting p on p.book = e.book and p.entry_id = e.entry_id
    where e.recorded_at >= ${recordedSince}::timestamptz - interval '1 day' and p.account_id is not null
      and p.effective_date <= ${until}
    group by p.account_id`.execute(db)
  return new Map(rows.map(row => [row.account_id, row.since]))
}

/**
 * The accounts with differences that a run of the schedule took into account before it was reversed, with the first day of their balances:
 * no run that stands has compared them since. What did not change makes no difference.
 */
export async function findReversedDifferences(
  db: Kysely<DB>,
  schedule: string,
): Promise<Map<string, IsoDate>> {
  const { rows } = await sql<{ account_id: string; since: IsoDate }>`
    select c.account_id, min(c.base_from) as since
    from fee_charge c join fee_run r on r.book = c.book and r.batch_id = c.batch_id
      join posting_batch b on b.book = c.book and b.batch_id = c.batch_id
    where r.schedule = ${schedule} and b.state = 'reversed' and c.period_from <> r.period_from
    group by c.account_id`.execute(db)
  return new Map(rows.map(row => [row.account_id, row.since]))
}

/** Whether a run that was reversed had charged days of a period. */
export async function wasReversed(
  db: Kysely<DB>,
  schedule: string,
  { from, to }: DateRange,
): Promise<boolean> {
  const found = await db
    .selectFrom('fee_run')
    .innerJoin('posting_batch', 'posting_batch.batch_id', 'fee_run.batch_id')
    .select('fee_run.batch_id')
    .where('schedule', '=', schedule)
    .where('period_from', '<=', to)
    .where('period_to', '>=', from)
    .where('state', '=', 'reversed')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The accounts of these types that were closed within a period or since. They pay nothing: what they had was paid out. */
export async function listClosedSince(
  db: Kysely<DB>,
  types: readonly string[],
  { from, to }: DateRange,
): Promise<{ account_id: string; opened_on: IsoDate | null }[]> {
  return await db
    .selectFrom('fund_account')
    .select(['account_id', 'opened_on'])
    .where('account_type', 'in', types)
    .where('account_status', '=', 'Closed')
    .where('closed_on', '>=', from)
    .where('opened_on', '<=', to)
    .execute()
}

export type ChargedSoFar = {
  account_id: string
  period_from: IsoDate
  due_minor: bigint
  kept_hundredths: number
  is_settled: boolean
}

/**
 * What runs of a schedule have charged for periods; with what reductions left of the latest of them. A period is settled if the entry of
 * one of its runs was reversed by itself, the account's status refused it, or what it left owed was written off since.
 */
export async function listCharged(
  db: Kysely<DB>,
  schedule: string,
  { accountIds, periods }: { accountIds: readonly string[]; periods: readonly IsoDate[] },
): Promise<ChargedSoFar[]> {
  const { rows } = await sql<ChargedSoFar>`
    select c.account_id, c.period_from, sum(c.due_minor)::bigint as due_minor,
      (array_agg(c.kept_hundredths order by b.batch_number desc))[1] as kept_hundredths,
      bool_or(exists (select from posting_batch_line l where l.book = c.book and l.batch_id = c.batch_id
        and l.account_id = c.account_id and (l.reversed_by_itself or ${isRefused}
          or coalesce(l.posted_minor, 0) < l.amount_minor and exists (select from fee_write_off w where w.book = c.book
            and w.account_id = c.account_id and w.kind = r.kind and w.written_off_at > b.entered_at)))) as is_settled
    from fee_charge c join fee_run r on r.book = c.book and r.batch_id = c.batch_id
      join posting_batch b on b.book = c.book and b.batch_id = c.batch_id
    where r.schedule = ${schedule} and c.account_id = any(${accountIds}::uuid[]) and c.period_from = any(${periods}::date[])
      and ${counts}
    group by c.account_id, c.period_from`.execute(db)
  return rows
}

/** Whether a part `p` of a write-off `w` ended: the batch that left it owed was reversed, with the account’s line, if it has one. */
const hasEnded = sql`exists (select from posting_batch e where e.book = p.book and e.batch_id = p.batch_id and e.state in ('reversing', 'reversed'))
  and not exists (
    select from posting_batch_line l where l.book = p.book and l.batch_id = p.batch_id and l.account_id = w.account_id
      and l.kind = w.kind and (l.state = 'posted' or l.reversed_by_itself))`

/** What of a write-off `w` ended. */
export const endedMinor = sql`(
  select coalesce(sum(p.amount_minor), 0) from fee_write_off_part p
  where p.book = w.book and p.request_id = w.request_id and ${hasEnded})::bigint`

/** Whether something that a line left owed was written off. */
const isWrittenOff = sql`exists (select from fee_write_off_part p join fee_write_off w on w.book = p.book and w.request_id = p.request_id
  where p.book = l.book and p.batch_id = l.batch_id and w.account_id = l.account_id and w.kind = l.kind)`

/** A line that was reversed by itself settles what it took up from earlier batches, unless a write-off has settled both before. */
const settles = sql`(l.reversed_by_itself and not ${isWrittenOff})`

/**
 * What adds to and takes from what accounts owe of fees of a kind, by the batch that it belongs to: what was charged, without what came
 * from earlier batches, less what was posted. A charge of a run that had no line, because a credit was larger, counts too. What the
 * account's status refused is not owed, nor what two people wrote off while the fee stands. Write-offs of before migration 0103 have no
 * parts, and belong to the batch before them.
 */
const partsOfOwed = (kind: FeeKind | null) => sql`
  select l.account_id, l.kind, b.batch_number,
      case when ${settles} then 0 else l.amount_minor - l.arrears_minor - coalesce(l.posted_minor, 0) end as minor,
      case when ${settles} then l.arrears_minor else 0 end as settles
    from posting_batch_line l join posting_batch b on b.book = l.book and b.batch_id = l.batch_id
    where b.rest_is_owed and l.kind ${kind === null ? sql`in ('administrative_fee', 'investment_fee')` : sql`= ${kind}`}
      and (l.state = 'posted' or l.reversed_by_itself or l.state = 'left-out' and b.state in ('applying', 'applied') and not ${isRefused})
  union all
  select c.account_id, r.kind, b.batch_number, c.due_minor, 0
    from fee_charge c join fee_run r on r.book = c.book and r.batch_id = c.batch_id
      join posting_batch b on b.book = c.book and b.batch_id = c.batch_id
    where b.state in ('applying', 'applied') ${kind === null ? sql`` : sql`and r.kind = ${kind}`} and not exists (
      select from posting_batch_line l where l.book = c.book and l.batch_id = c.batch_id and l.account_id = c.account_id)
  union all
  select w.account_id, w.kind, b.batch_number, - p.amount_minor, 0
    from fee_write_off_part p join fee_write_off w on w.book = p.book and w.request_id = p.request_id
      join posting_batch b on b.book = p.book and b.batch_id = p.batch_id
    where not (${hasEnded}) ${kind === null ? sql`` : sql`and w.kind = ${kind}`}
  union all
  select w.account_id, w.kind, (select max(b.batch_number) from posting_batch b where b.book = w.book and b.entered_at <= w.written_off_at),
      - w.amount_minor + coalesce((select sum(p.amount_minor) from fee_write_off_part p where p.book = w.book and p.request_id = w.request_id), 0), 0
    from fee_write_off w ${kind === null ? sql`` : sql`where w.kind = ${kind}`}`

/**
 * What accounts owe of fees of a kind, negative for a credit. Batch by batch where a line was reversed by itself: it settles no more of
 * what it took up than is still owed of the batches before it, which may have been reversed since.
 */
export const owedFees = (kind: FeeKind | null) => sql`
  select * from (
    with recursive part as materialized (${partsOfOwed(kind)}),
    settling as materialized (select distinct account_id, kind from part where settles > 0),
    of_batch as materialized (
      select account_id, kind, sum(minor) as minor, sum(settles) as settles,
        row_number() over (partition by account_id, kind order by batch_number) as place
      from part where (account_id, kind) in (select account_id, kind from settling)
      group by account_id, kind, batch_number
    ), after_batch as (
      select account_id, kind, place, minor from of_batch where place = 1
      union all
      select o.account_id, o.kind, o.place, a.minor + o.minor - least(o.settles, greatest(a.minor, 0))
      from after_batch a join of_batch o on o.account_id = a.account_id and o.kind = a.kind and o.place = a.place + 1
    )
    select account_id, kind, sum(minor)::bigint as minor from part
      where (account_id, kind) not in (select account_id, kind from settling) group by account_id, kind
    union all
    (select distinct on (account_id, kind) account_id, kind, minor::bigint from after_batch order by account_id, kind, place desc)
  ) sums where minor <> 0`

export async function listOwed(db: Kysely<DB>, kind: FeeKind): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account_id: string; minor: bigint }>`${owedFees(kind)}`.execute(db)
  return new Map(rows.map(row => [row.account_id, row.minor]))
}

export async function listConfirmedReductions(
  db: Kysely<DB>,
  schedule: string,
): Promise<Pick<Selectable<FeeReduction>, 'account_id' | 'starts_on' | 'ends_on' | 'hundredths'>[]> {
  return await db
    .selectFrom('fee_reduction')
    .select(['account_id', 'starts_on', 'ends_on', 'hundredths'])
    .where('schedule', '=', schedule)
    .where('state', '=', 'confirmed')
    .execute()
}

export async function insertRun(trx: Kysely<DB>, run: Insertable<FeeRun>): Promise<void> {
  await trx.insertInto('fee_run').values(run).execute()
}

export type NewCharge = Omit<
  Selectable<FeeCharge>,
  'book' | 'batch_id' | 'due_minor' | 'balance_days_minor'
> & { balance_days_minor: bigint }

export async function insertCharges(
  trx: Kysely<DB>,
  batchId: string,
  charges: readonly NewCharge[],
): Promise<void> {
  const column = (of: (charge: NewCharge) => string | number | bigint) =>
    charges.map(charge => String(of(charge)))
  await sql`
    insert into fee_charge (batch_id, account_id, period_from, base_from, base_days, balance_days_minor, charged_days, year_days,
      kept_hundredths, fee_minor, charged_before_minor)
    select ${batchId}::uuid, * from unnest(${column(each => each.account_id)}::uuid[], ${column(each => each.period_from)}::date[],
      ${column(each => each.base_from)}::date[], ${column(each => each.base_days)}::smallint[],
      ${column(each => each.balance_days_minor)}::numeric[], ${column(each => each.charged_days)}::smallint[],
      ${column(each => each.year_days)}::smallint[], ${column(each => each.kept_hundredths)}::int[],
      ${column(each => each.fee_minor)}::bigint[], ${column(each => each.charged_before_minor)}::bigint[])`.execute(
    trx,
  )
}

/** The funds that have something available and owe a fee of a kind. */
export async function listPayableFees(
  db: Kysely<DB>,
  kind: FeeKind,
): Promise<{ fund_id: bigint; minor: bigint }[]> {
  const { rows } = await sql<{ fund_id: bigint; minor: bigint }>`
    select a.fund_id, o.minor from (${owedFees(kind)}) o
      join fund_account a on a.account_id = o.account_id join account_balance b on b.account_id = o.account_id
    where o.minor > 0 and b.spendable_minor > 0 order by a.fund_id`.execute(db)
  return rows
}
