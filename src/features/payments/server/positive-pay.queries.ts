import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, PositivePayFile } from '../../../server/db/schema.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'

/**
 * What the bank has not been told yet. `voided_at`: null where it is not known, and for an issue. A number of the stock that was spoiled before it
 * was issued has no payment, payee and day.
 */
type UntoldCheque = {
  cheque_number: bigint
  payment_id: string | null
  amount_minor: bigint
  payee_name: string | null
  issued_on: IsoDate | null
  is_void: boolean
  voided_at: Date | null
}

/** The most lines of a file; the rest is in the next. */
const maxPositivePayItems = 10_000

/** The released runs that are not recorded as sent. Until the end of the transaction nobody withdraws them or reprints a cheque of theirs. */
async function lockReleasedRuns(trx: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    select run_id from payment_run where method = 'cheque' and state = 'approved' and released_at is not null
    order by run_id for share`.execute(trx)
  return rows.map(({ run_id }) => run_id)
}

/**
 * The cheques that were issued and are outstanding, and those that became void, by stopping, by withdrawing the approval of their run, or in
 * the stock of this account, without what earlier files told. `withUnsent`: with the issues of runs that are not recorded as sent. `lock`: until
 * the end of the transaction the runs of issues are not withdrawn, and their cheques not reprinted.
 */
export async function listUntoldCheques(
  trx: Kysely<DB>,
  { bankAccount, withUnsent, lock }: { bankAccount: string; withUnsent: boolean; lock: boolean },
): Promise<UntoldCheque[]> {
  // Read before the cheques: a statement that waits for a run sees the number from before its reprint.
  const unsent = lock && withUnsent ? await lockReleasedRuns(trx) : null
  const issues = await sql<UntoldCheque>`
    select p.cheque_number, p.payment_id, p.amount_minor, coalesce(p.payee_name, g.charity_name) as payee_name,
      r.payment_on as issued_on, false as is_void, null::timestamptz as voided_at
    from payment p
      join payment_run r on r.book = p.book and r.run_id = p.run_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where r.method = 'cheque' and r.released_at is not null and (r.state = 'sent' or ${withUnsent} and (${unsent}::uuid[] is null or r.run_id = any(${unsent}::uuid[])))
      and p.cheque_number is not null and p.removed_at is null and p.rejected_at is null
      and g.transaction_status_code in (${sql.lit(statusCodes.scheduled)}, ${sql.lit(statusCodes.paid)})
      and not exists (select from positive_pay_item i where i.book = p.book and i.kind = 'issue' and i.cheque_number = p.cheque_number)
    order by p.cheque_number limit ${maxPositivePayItems} ${lock ? sql`for share of r` : sql``}`.execute(trx)
  const voids = await sql<UntoldCheque>`
    select *, true as is_void from (
      select p.cheque_number, p.payment_id, p.amount_minor, coalesce(p.payee_name, g.charity_name) as payee_name,
        r.payment_on as issued_on, (
          select max(h.at) from grant_history_entry h
          where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'void-payment') as voided_at
      from payment p
        join payment_run r on r.book = p.book and r.run_id = p.run_id
        join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      where r.method = 'cheque' and p.cheque_number is not null and p.removed_at is null and g.outcome = 'payment_voided'
      union all
      select i.cheque_number, i.payment_id, i.amount_minor, i.payee_name, i.issued_on, (
          select coalesce(max(n.voided_at), (
            select max(e.at) from payment_run_event e where e.book = p.book and e.run_id = p.run_id and e.kind = 'withdrawn'))
          from cheque_number n where n.book = i.book and n.number = i.cheque_number)
      from positive_pay_item i join payment p on p.book = i.book and p.payment_id = i.payment_id
      where i.kind = 'issue' and p.cheque_number is distinct from i.cheque_number
      union all
      select n.number, n.payment_id, coalesce(p.amount_minor, 0), p.payee_name, r.payment_on, n.voided_at
      from cheque_box b join cheque_number n on n.book = b.book and n.box_id = b.box_id
        left join payment p on p.book = n.book and p.payment_id = n.payment_id
        left join payment_run r on r.book = p.book and r.run_id = p.run_id
      where b.bank_account = ${bankAccount} and n.state = 'void'
        and not exists (select from positive_pay_item i where i.kind = 'issue' and i.cheque_number = n.number)
    ) void
    where not exists (select from positive_pay_item i where i.kind = 'void' and i.cheque_number = void.cheque_number)
    order by cheque_number limit ${maxPositivePayItems}`.execute(trx)
  return [...issues.rows, ...voids.rows].slice(0, maxPositivePayItems)
}

export type FileRow = Omit<Selectable<PositivePayFile>, 'content' | 'book' | 'created_by'>

const fileColumns = [
  'file_id',
  'number',
  'layout',
  'issues',
  'issued_minor',
  'voids',
  'voided_minor',
  'file_name',
  'digest',
  'created_by_name',
  'created_at',
] as const satisfies readonly (keyof FileRow)[]

/** The latest files, without their content, and how many there are. */
export async function listPositivePayFiles(
  db: Kysely<DB>,
  first: number,
): Promise<{ rows: FileRow[]; total: number }> {
  const rows = await db
    .selectFrom('positive_pay_file')
    .select([...fileColumns])
    .orderBy('number', 'desc')
    .limit(first)
    .execute()
  return { rows, total: rows[0]?.number ?? 0 }
}

/** Serializes the creation of the files of a book until the end of the transaction, and returns the number of the next. */
export async function nextPositivePayNumber(trx: Kysely<DB>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('positive-pay:' || book(), 0))`.execute(trx)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from positive_pay_file`.execute(trx)
  return rows[0]?.next ?? 1
}

type ItemRow = Omit<UntoldCheque, 'voided_at' | 'is_void' | 'payee_name' | 'issued_on'> & {
  payee_name: string
  issued_on: IsoDate
  voided_on: IsoDate | null
}

export async function insertPositivePayFile(
  trx: Kysely<DB>,
  file: Insertable<PositivePayFile> & { file_id: string },
  items: readonly ItemRow[],
): Promise<void> {
  await trx.insertInto('positive_pay_file').values(file).execute()
  const rows = items.map(item => ({
    ...item,
    cheque_number: String(item.cheque_number),
    amount_minor: String(item.amount_minor),
  }))
  await sql`
    insert into positive_pay_item (kind, cheque_number, file_id, payment_id, amount_minor, payee_name, issued_on, voided_on)
    select case when i.voided_on is null then 'issue' else 'void' end, i.cheque_number, ${file.file_id}::uuid, i.payment_id,
      i.amount_minor, i.payee_name, i.issued_on, i.voided_on
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (cheque_number bigint, payment_id uuid, amount_minor bigint,
      payee_name text, issued_on date, voided_on date)`.execute(trx)
}

export async function findPositivePayFile(
  db: Kysely<DB>,
  fileId: string,
): Promise<(FileRow & { content: Buffer }) | undefined> {
  return await db
    .selectFrom('positive_pay_file')
    .select([...fileColumns, 'content'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
}
