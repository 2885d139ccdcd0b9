import { type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { BankStatement, DB } from '../../../server/db/schema.ts'
import { stringifyList } from '../../../server/heavy-work/pauses.ts'
import type { StatementFacts } from './bank-files/bank-line.ts'

/** Stores the statements of a file; one that came in an earlier file stands already. */
export async function insertStatements(
  trx: Kysely<DB>,
  bankFileId: string,
  statements: readonly StatementFacts[],
): Promise<void> {
  if (statements.length === 0) return
  const rows = await stringifyList(statements, each => ({
    bank_account: each.bankAccount,
    reference: each.reference,
    opens_on: each.opensOn,
    closed_on: each.closedOn,
    opening_minor: each.openingMinor === null ? null : String(each.openingMinor),
    closing_minor: each.closingMinor === null ? null : String(each.closingMinor),
  }))
  await sql`
    insert into bank_statement (bank_account, reference, opens_on, closed_on, opening_minor, closing_minor, bank_file_id)
    select s.*, ${bankFileId}::uuid from jsonb_to_recordset(${rows}::jsonb)
      as s (bank_account text, reference text, opens_on date, closed_on date, opening_minor bigint, closing_minor bigint)
    on conflict on constraint one_bank_statement do nothing`.execute(trx)
}

export type StoredStatement = Pick<
  Selectable<BankStatement>,
  'bank_account' | 'reference' | 'opens_on' | 'closed_on' | 'opening_minor' | 'closing_minor'
>

/** More statements than an account has in several years. */
const maxStatements = 5000

/** The statements of these accounts that close from a day on, and the last before it, by their days. */
export async function listStatements(
  db: Kysely<DB>,
  bankAccounts: readonly string[],
  from: IsoDate,
): Promise<StoredStatement[]> {
  const { rows } = await sql<StoredStatement>`
    select s.bank_account, s.reference, s.opens_on, s.closed_on, s.opening_minor, s.closing_minor from bank_statement s
    where s.bank_account = any(${bankAccounts}::text[]) and s.closed_on >= coalesce(
      (select max(b.closed_on) from bank_statement b where b.bank_account = s.bank_account and b.closed_on < ${from}::date), ${from}::date)
    order by s.closed_on, s.bank_statement_id limit ${maxStatements}`.execute(db)
  return rows
}
