import { type Kysely, sql } from 'kysely'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

/** The instant of a transaction that reads one snapshot, and the snapshot. */
export async function readSnapshot(trx: Kysely<DB>): Promise<{ recordedAt: Date; snapshot: string }> {
  const { rows } = await sql<{ recordedAt: Date; snapshot: string }>`
    select now() as "recordedAt", pg_current_snapshot()::text as snapshot`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the database returned no time')
  return row
}

export type StatementAccount = { account_id: string; account_name: string; fund_id: bigint }

/** Accounts `a` without a statement of the range: those that were open or had postings in it, or before it. */
const isWithoutStatement = ({ from, to }: DateRange) => sql`
  (a.closed_on is null or a.closed_on >= ${from})
    and (a.opened_on <= ${to} or exists (
      select from posting_subtotal t where t.account_id = a.account_id and t.period = 'day' and t.starts_on <= ${to}))
    and not exists (select from account_statement s
      where s.account_id = a.account_id and s.from_day = ${from} and s.to_day = ${to})`

/** How many accounts have no statement of a range whose last month is open. */
export async function countWaitingStatements(db: Kysely<DB>, range: DateRange): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from fund_account a where ${isWithoutStatement(range)}
      and not exists (
        select from month_close where reopened_at is null and month >= date_trunc('month', ${range.to}::timestamp))`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0n)
}

/** The next accounts without a statement of the range. */
export async function accountsWithoutStatement(
  db: Kysely<DB>,
  range: DateRange,
  after: string | null,
  limit: number,
): Promise<StatementAccount[]> {
  const { rows } = await sql<StatementAccount>`
    select a.account_id, a.account_name, a.fund_id from fund_account a
      where ${isWithoutStatement(range)}
        and (${after}::uuid is null or a.account_id > ${after}::uuid)
      order by a.account_id limit ${limit}`.execute(db)
  return rows
}

type NewStatement = {
  documentId: string
  accountId: string
  range: DateRange
  sha256: Buffer
  recordedAt: Date
  snapshot: string
  /** Amounts in minor units as text. */
  figures: Record<string, unknown>
}

export async function insertStatement(trx: Kysely<DB>, statement: NewStatement): Promise<void> {
  const { documentId, accountId, range, sha256, recordedAt, snapshot, figures } = statement
  await sql`
    insert into account_statement (document_id, account_id, from_day, to_day, sha256, recorded_at, figures_snapshot, figures)
      values (${documentId}, ${accountId}, ${range.from}, ${range.to}, ${sha256}, ${recordedAt}, ${snapshot}::pg_snapshot,
        ${JSON.stringify(figures)}::jsonb)`.execute(trx)
}

export async function findStatement(
  db: Kysely<DB>,
  documentId: string,
): Promise<{ account_id: string; account_name: string; from_day: IsoDate; to_day: IsoDate } | undefined> {
  const { rows } = await sql<{
    account_id: string
    account_name: string
    from_day: IsoDate
    to_day: IsoDate
  }>`
    select s.account_id, a.account_name, s.from_day, s.to_day
      from account_statement s join fund_account a on a.account_id = s.account_id
      where s.document_id = ${documentId}`.execute(db)
  return rows[0]
}
