import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { BankFile, BankFileLine, DB } from '../../../server/db/schema.ts'
import { stringifyList } from '../../../server/heavy-work/pauses.ts'
import type { GrantStatus } from '../../grants/domain/grant-status.ts'
import type { RecordedStep } from './payments.queries.ts'

/** A payment that a line of the bank names. */
export type NamedPayment = {
  payment_id: string
  run_id: string
  run_number: number
  run_state: string
  method: string
  grant_id: string
  account_id: string
  charity_id: string
  charity_name: string
  reference: string
  cheque_number: bigint | null
  /** Of a transfer: its place in the file, and the details of the realm to which it went. */
  place: number | null
  bank_details_id: string | null
  amount_minor: bigint
  returned_minor: bigint
  transaction_status_code: GrantStatus
  /** The bank refused this payment, or an earlier payment of the same grant. */
  is_rejected: boolean
  was_rejected_before: boolean
  /** The returns that are recorded, or wait to be, earliest first. */
  returns: { reference: string | null; on: IsoDate; amountMinor: string }[]
  /** What lines that are not carried out yet return, and whether one clears or rejects it. */
  waiting_minor: bigint
  is_clearing: boolean
  is_rejecting: boolean
}

type Names = { references: readonly string[]; cheques: readonly string[]; runs: readonly number[] }

/** The payments of runs that the bank may have: those whose file was released. */
export async function listNamed(
  db: Kysely<DB>,
  { references, cheques, runs }: Names,
): Promise<NamedPayment[]> {
  const { rows } = await sql<NamedPayment>`
    select p.payment_id, r.run_id, r.run_number, r.state as run_state, r.method, p.grant_id, g.account_id, p.charity_id,
      g.charity_name, p.reference, p.cheque_number, p.place, p.bank_details_id, p.amount_minor, g.returned_minor, g.transaction_status_code,
      p.rejected_at is not null as is_rejected,
      exists (select from payment o where o.book = p.book and o.reference = p.reference and o.payment_id <> p.payment_id
        and o.rejected_at is not null) as was_rejected_before,
      w.*, coalesce(t.returns, '[]') as returns
    from payment p
      join payment_run r on r.book = p.book and r.run_id = p.run_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      cross join lateral (
        select coalesce(sum(l.amount_minor) filter (where l.effect = 'returned'), 0)::bigint as waiting_minor,
          coalesce(bool_or(l.effect = 'cleared'), false) as is_clearing,
          coalesce(bool_or(l.effect = 'rejected'), false) as is_rejecting
        from bank_file_line l
        where l.book = p.book and l.payment_id = p.payment_id and l.done_at is null and l.failure is null
      ) w
      cross join lateral (
        select jsonb_agg(jsonb_build_object('reference', x.reference, 'on', x.on, 'amountMinor', x.amount_minor::text) order by x.on) as returns
        from (
          select r.bank_reference as reference, r.returned_on as on, r.amount_minor
          from grant_return r where r.book = p.book and r.grant_id = p.grant_id
            and not exists (select from journal_entry x where x.book = r.book and x.reverses_entry_id = r.entry_id)
          union all
          select l.bank_reference, coalesce(l.booked_on, current_date), l.amount_minor
          from bank_file_line l
          where l.book = p.book and l.payment_id = p.payment_id and l.effect = 'returned' and l.done_at is null and l.failure is null
        ) x
      ) t
    where p.removed_at is null and r.released_at is not null
      and (p.reference = any(${references}::text[]) or p.cheque_number = any(${cheques}::bigint[])
        or r.run_number = any(${runs}::integer[]))
    order by r.run_number, p.payment_id`.execute(db)
  return rows
}

/** Serializes the application of the book's files until the end of the transaction, so that each is planned after the one before. */
export async function lockBankFiles(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-files:' || book(), 0))`.execute(trx)
}

/** The first application of a file. */
export async function findAppliedFile(
  db: Kysely<DB>,
  fileHash: string,
): Promise<Pick<Selectable<BankFile>, 'applied_at' | 'applied_by_name'> | undefined> {
  return await db
    .selectFrom('bank_file')
    .select(['applied_at', 'applied_by_name'])
    .where('file_hash', '=', fileHash)
    .where('applied_at', 'is not', null)
    .orderBy('applied_at')
    .limit(1)
    .executeTakeFirst()
}

/** A file that waits for a second person, or whose application was declined or withdrawn. */
export async function findUnappliedFile(
  db: Kysely<DB>,
  fileHash: string,
): Promise<{ bank_file_id: string } | undefined> {
  return await db
    .selectFrom('bank_file')
    .select('bank_file_id')
    .where('file_hash', '=', fileHash)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
}

/** Stores a file that is not applied yet; one that was declined stays, under its new name. Returns its id. */
export async function insertBankFile(trx: Kysely<DB>, bankFile: Insertable<BankFile>): Promise<string> {
  const { bank_file_id } = await trx
    .insertInto('bank_file')
    .values(bankFile)
    .onConflict(conflict =>
      conflict
        .columns(['book', 'file_hash'])
        .where('applied_at', 'is', null)
        .doUpdateSet({ file_name: bankFile.file_name }),
    )
    .returning('bank_file_id')
    .executeTakeFirstOrThrow()
  return bank_file_id
}

export async function markApplied(
  trx: Kysely<DB>,
  bankFileId: string,
  columns: { applied_by: string; applied_by_name: string; applied_at: Date },
): Promise<void> {
  await trx.updateTable('bank_file').set(columns).where('bank_file_id', '=', bankFileId).execute()
}

export async function insertBankFileLines(
  trx: Kysely<DB>,
  bankFileId: string,
  lines: readonly {
    line: number
    payment_id: string
    effect: string
    amount_minor: string | null
    detail: string
    message: string | null
    bank_reference: string | null
    booked_on: IsoDate | null
    is_another: boolean
    bank_line_id: string | null
  }[],
): Promise<void> {
  await sql`
    insert into bank_file_line (bank_file_id, line, payment_id, effect, amount_minor, detail, message, bank_reference,
      booked_on, is_another, bank_line_id)
    select ${bankFileId}::uuid, l.* from jsonb_to_recordset(${await stringifyList(lines)}::jsonb)
      as l (line integer, payment_id uuid, effect text, amount_minor bigint, detail text, message text, bank_reference text,
        booked_on date, is_another boolean, bank_line_id uuid)`.execute(trx)
}

export async function insertAnswers(
  trx: Kysely<DB>,
  bankFileId: string,
  answers: readonly { line: number; question: string; is_confirmed: boolean }[],
): Promise<void> {
  await sql`
    insert into bank_file_answer (bank_file_id, line, question, is_confirmed)
    select ${bankFileId}::uuid, a.* from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as a (line integer, question text, is_confirmed boolean)`.execute(trx)
}

export type LineToDo = Pick<
  Selectable<BankFileLine>,
  | 'line'
  | 'payment_id'
  | 'effect'
  | 'amount_minor'
  | 'detail'
  | 'message'
  | 'bank_reference'
  | 'booked_on'
  | 'is_another'
> & {
  grant_id: string
  account_id: string
}

/** Lines of a bank file that are not done, in their order. */
export async function listLinesToDo(db: Kysely<DB>, bankFileId: string, limit: number): Promise<LineToDo[]> {
  const { rows } = await sql<LineToDo>`
    select l.line, l.payment_id, l.effect, l.amount_minor, l.detail, l.message, l.bank_reference, l.booked_on, l.is_another,
      p.grant_id, g.account_id
    from bank_file_line l
      join payment p on p.book = l.book and p.payment_id = l.payment_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where l.bank_file_id = ${bankFileId} and l.done_at is null and l.effect <> 'change' and l.failure is null
    order by l.line limit ${limit}`.execute(db)
  return rows
}

/** The steps that a file which was applied at this time recorded, and about which donors are written to. */
export async function listStepsOfFile(
  db: Kysely<DB>,
  bankFileId: string,
  appliedAt: Date,
): Promise<RecordedStep[]> {
  const { rows } = await sql<RecordedStep>`
    select distinct h.grant_id as "grantId", h.step, h.transition
    from bank_file_line l
      join payment p on p.book = l.book and p.payment_id = l.payment_id
      join grant_history_entry h on h.book = p.book and h.grant_id = p.grant_id
    where l.bank_file_id = ${bankFileId} and h.transition in ('clear', 'return') and h.at = ${appliedAt}
    order by h.grant_id, h.step`.execute(db)
  return rows
}

/** Claims a line for this transaction; false if another one has applied it. */
export async function finishLine(
  trx: Kysely<DB>,
  bankFileId: string,
  line: number,
  columns: { done_at: Date | null; failure: string | null },
): Promise<boolean> {
  const result = await trx
    .updateTable('bank_file_line')
    .set(columns)
    .where('bank_file_id', '=', bankFileId)
    .where('line', '=', line)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

type Author = {
  applied_by: string
  applied_by_name: string
  applied_at: Date
  file_name: string
  /** Who entered a file that someone else confirmed; null where one person applied it. */
  requested_by_name: string | null
}

/** Who applied a file; undefined for one that is not applied, of which no line may be carried out. */
export async function findBankFileAuthor(db: Kysely<DB>, bankFileId: string): Promise<Author | undefined> {
  const { rows } = await sql<Author>`
    select f.applied_by, f.applied_by_name, f.applied_at, f.file_name, r.requested_by_name
    from bank_file f
      left join posting_request r on r.book = f.book and r.bank_file_id = f.bank_file_id and r.state = 'confirmed'
    where f.bank_file_id = ${bankFileId} and f.applied_at is not null`.execute(db)
  return rows[0]
}

type AppliedBankFile = Pick<Selectable<BankFile>, 'bank_file_id' | 'file_name' | 'format'> & {
  applied_at: Date
  applied_by_name: string
  requested_by_name: string | null
  lines: number
  done: number
  failures: { grantId: string; reference: string; sentence: string }[]
}

/** The latest files with the results of their lines; those about bank details are proposals of their own. */
export async function listAppliedFiles(db: Kysely<DB>, limit: number): Promise<AppliedBankFile[]> {
  const { rows } = await sql<AppliedBankFile>`
    select a.bank_file_id, a.file_name, a.format, a.applied_at, a.applied_by_name, r.requested_by_name, l.* from (
      select * from bank_file where applied_at is not null order by applied_at desc, bank_file_id desc limit ${limit}
    ) a
      left join posting_request r on r.book = a.book and r.bank_file_id = a.bank_file_id and r.state = 'confirmed'
      cross join lateral (
      select count(*)::int as lines, (count(*) filter (where x.done_at is not null))::int as done,
        coalesce(jsonb_agg(jsonb_build_object('grantId', p.grant_id, 'reference', p.reference, 'sentence', x.failure) order by x.line)
          filter (where x.failure is not null), '[]') as failures
      from bank_file_line x join payment p on p.book = x.book and p.payment_id = x.payment_id
      where x.book = a.book and x.bank_file_id = a.bank_file_id and x.effect <> 'change'
    ) l order by a.applied_at desc, a.bank_file_id desc`.execute(db)
  return rows
}
