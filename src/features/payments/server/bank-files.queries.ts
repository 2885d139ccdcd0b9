import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { BankFile, BankFileLine, DB } from '../../../server/db/schema.ts'
import type { GrantStatus } from '../../grants/domain/grant-status.ts'

/** A payment that a line of the bank names. */
export type NamedPayment = {
  payment_id: string
  run_number: number
  run_state: string
  grant_id: string
  account_id: string
  charity_id: string
  charity_name: string
  reference: string
  cheque_number: bigint | null
  amount_minor: bigint
  returned_minor: bigint
  transaction_status_code: GrantStatus
}

type Names = { references: readonly string[]; cheques: readonly string[]; runs: readonly number[] }

/** The payments of runs that the bank may have: those whose file was released. */
export async function listNamed(
  db: Kysely<DB>,
  { references, cheques, runs }: Names,
): Promise<NamedPayment[]> {
  const { rows } = await sql<NamedPayment>`
    select p.payment_id, r.run_number, r.state as run_state, p.grant_id, g.account_id, p.charity_id, g.charity_name, p.reference,
      p.cheque_number, p.amount_minor, g.returned_minor, g.transaction_status_code
    from payment p
      join payment_run r on r.book = p.book and r.run_id = p.run_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.removed_at is null and r.released_at is not null
      and (p.reference = any(${references}::text[]) or p.cheque_number = any(${cheques}::bigint[])
        or r.run_number = any(${runs}::integer[]))
    order by p.payment_id`.execute(db)
  return rows
}

/** Serializes the application of a file until the end of the transaction, and finds it if it was already applied. */
export async function lockBankFile(
  trx: Kysely<DB>,
  fileHash: string,
): Promise<Pick<Selectable<BankFile>, 'bank_file_id' | 'applied_at' | 'applied_by_name'> | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-files:' || book(), 0))`.execute(trx)
  return await findBankFile(trx, fileHash)
}

export async function findBankFile(
  db: Kysely<DB>,
  fileHash: string,
): Promise<Pick<Selectable<BankFile>, 'bank_file_id' | 'applied_at' | 'applied_by_name'> | undefined> {
  return await db
    .selectFrom('bank_file')
    .select(['bank_file_id', 'applied_at', 'applied_by_name'])
    .where('file_hash', '=', fileHash)
    .executeTakeFirst()
}

export async function insertBankFile(trx: Kysely<DB>, bankFile: Insertable<BankFile>): Promise<void> {
  await trx.insertInto('bank_file').values(bankFile).execute()
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
  }[],
): Promise<void> {
  await sql`
    insert into bank_file_line (bank_file_id, line, payment_id, effect, amount_minor, detail)
    select ${bankFileId}::uuid, l.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (line integer, payment_id uuid, effect text, amount_minor bigint, detail text)`.execute(trx)
}

export type LineToDo = Pick<Selectable<BankFileLine>, 'line' | 'effect' | 'amount_minor' | 'detail'> & {
  grant_id: string
  account_id: string
  transaction_status_code: GrantStatus
}

/** Lines of a bank file that are not done, in their order. */
export async function listLinesToDo(db: Kysely<DB>, bankFileId: string, limit: number): Promise<LineToDo[]> {
  const { rows } = await sql<LineToDo>`
    select l.line, l.effect, l.amount_minor, l.detail, p.grant_id, g.account_id, g.transaction_status_code
    from bank_file_line l
      join payment p on p.book = l.book and p.payment_id = l.payment_id
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where l.bank_file_id = ${bankFileId} and l.done_at is null and l.effect <> 'change' and l.failure is null
    order by l.line limit ${limit}`.execute(db)
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

export async function findBankFileAuthor(db: Kysely<DB>, bankFileId: string) {
  return await db
    .selectFrom('bank_file')
    .select(['applied_by', 'applied_by_name', 'applied_at', 'file_name'])
    .where('bank_file_id', '=', bankFileId)
    .executeTakeFirst()
}

type AppliedBankFile = Pick<
  Selectable<BankFile>,
  'bank_file_id' | 'file_name' | 'format' | 'applied_at' | 'applied_by_name'
> & {
  lines: number
  done: number
  failures: { grantId: string; reference: string; sentence: string }[]
}

/** The latest files with the results of their lines; those about bank details are proposals of their own. */
export async function listAppliedFiles(db: Kysely<DB>, limit: number): Promise<AppliedBankFile[]> {
  const { rows } = await sql<AppliedBankFile>`
    select a.bank_file_id, a.file_name, a.format, a.applied_at, a.applied_by_name, l.* from (
      select * from bank_file order by applied_at desc, bank_file_id desc limit ${limit}
    ) a cross join lateral (
      select count(*)::int as lines, (count(*) filter (where x.done_at is not null))::int as done,
        coalesce(jsonb_agg(jsonb_build_object('grantId', p.grant_id, 'reference', p.reference, 'sentence', x.failure) order by x.line)
          filter (where x.failure is not null), '[]') as failures
      from bank_file_line x join payment p on p.book = x.book and p.payment_id = x.payment_id
      where x.book = a.book and x.bank_file_id = a.bank_file_id and x.effect <> 'change'
    ) l order by a.applied_at desc, a.bank_file_id desc`.execute(db)
  return rows
}
