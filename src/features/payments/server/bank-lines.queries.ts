import { type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { BankLine, DB } from '../../../server/db/schema.ts'
import { stringifyList } from '../../../server/heavy-work/pauses.ts'

/** A stored line with the file in which it was first seen. */
export type StoredLine = Pick<
  Selectable<BankLine>,
  | 'bank_line_id'
  | 'bank_account'
  | 'booked_on'
  | 'is_credit'
  | 'amount_minor'
  | 'bank_entry_id'
  | 'entry_is_credit'
  | 'entry_amount_minor'
  | 'reference'
  | 'parts'
  | 'part_position'
  | 'part_reference'
  | 'occurrence'
  | 'end_to_end_id'
  | 'detail'
  | 'part_of'
  | 'same_as'
  | 'payment_id'
  | 'run_id'
  | 'line'
> & {
  /** Null for a line of the file that is being planned. */
  file_name: string | null
  /** Whether a person has decided what becomes of its money, so that it is matched to nothing else. */
  is_settled: boolean
  /** Null for a line of the file that is being planned. */
  applied_at: Date | null
}

/** A person has decided about its money in suspense, or explained it. */
const isSettled = sql`(exists (select from suspense_item i where i.book = l.book and i.bank_line_id = l.bank_line_id
    and i.state in ('matched', 'returned', 'transferred', 'own'))
  or exists (select from bank_line_explanation e where e.book = l.book and e.bank_line_id = l.bank_line_id
    and e.withdrawn_at is null))`

export type EntryKey = {
  bankAccount: string
  bookedOn: IsoDate
  isCredit: boolean
  amountMinor: bigint
  reference: string | null
}

/** The lines of entries that may be one of these: of the same day, side and amount, or with the same reference of the bank. */
export async function listStoredLines(db: Kysely<DB>, entries: Iterable<EntryKey>): Promise<StoredLine[]> {
  // Lists and no objects, because the names of the fields would be most of the text.
  const wanted = await stringifyList(
    entries,
    ({ bankAccount, bookedOn, isCredit, amountMinor, reference }) => [
      bankAccount,
      bookedOn,
      isCredit,
      String(amountMinor),
      reference,
    ],
  )
  const { rows } = await sql<StoredLine>`
    with wanted as materialized (
      select w->>0 as bank_account, (w->>1)::date as booked_on, (w->>2)::boolean as entry_is_credit, (w->>3)::bigint as entry_amount_minor,
        w->>4 as reference
      from jsonb_array_elements(${wanted}::jsonb) w
    ), days as materialized (
      select distinct bank_account, booked_on, entry_is_credit, entry_amount_minor from wanted
    ), named as materialized (
      select distinct bank_account, reference, entry_is_credit, entry_amount_minor from wanted where reference is not null
    ), found as (
      select x.bank_entry_id from days w join bank_line x on x.booked_on = w.booked_on
        and x.entry_is_credit = w.entry_is_credit and x.entry_amount_minor = w.entry_amount_minor
        and x.bank_account = w.bank_account
      union
      select x.bank_entry_id from named w join bank_line x on x.reference = w.reference
        and x.entry_is_credit = w.entry_is_credit and x.entry_amount_minor = w.entry_amount_minor
        and x.bank_account = w.bank_account
    )
    select l.bank_line_id, l.bank_account, l.booked_on, l.is_credit, l.amount_minor, l.bank_entry_id, l.entry_is_credit, l.entry_amount_minor,
      l.reference, l.parts, l.part_position, l.part_reference, l.occurrence, l.end_to_end_id, l.detail, l.part_of, l.same_as,
      l.payment_id, l.run_id, l.line, f.file_name, f.applied_at,
      ${isSettled} as is_settled
    from bank_line l join bank_file f on f.book = l.book and f.bank_file_id = l.bank_file_id
    where l.bank_entry_id in (select bank_entry_id from found)
    order by f.applied_at, l.bank_file_id, l.line`.execute(db)
  return rows
}

/** A line that a file is the first to show. */
export type NewBankLine = StoredLine & { is_reversal: boolean; counterparty: string | null }

/** The columns of a new line, as JSON. Its file is stored once for all of them. */
const columnsOf = ({ file_name: _name, applied_at: _at, is_settled: _settled, ...line }: NewBankLine) => ({
  ...line,
  amount_minor: String(line.amount_minor),
  entry_amount_minor: String(line.entry_amount_minor),
})

/** Lines that are stored with one statement of SQL. */
const linesAtOnce = 2000

/** Stores lines that a file was the first to show. Returns how many: one that exists already is left as it is. */
export async function insertBankLines(
  trx: Kysely<DB>,
  about: { bankFileId: string; isStatement: boolean },
  lines: readonly NewBankLine[],
): Promise<number> {
  let inserted = 0
  for (let from = 0; from < lines.length; from += linesAtOnce)
    inserted += await insertSome(trx, about, lines.slice(from, from + linesAtOnce))
  return inserted
}

async function insertSome(
  trx: Kysely<DB>,
  about: { bankFileId: string; isStatement: boolean },
  lines: readonly NewBankLine[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bank_line (bank_line_id, bank_account, booked_on, is_credit, is_reversal, amount_minor, bank_entry_id, entry_is_credit,
      entry_amount_minor, reference, parts, part_position, part_reference, occurrence, end_to_end_id, detail, counterparty,
      bank_file_id, line, stated_in, part_of, same_as, payment_id, run_id)
    select l.bank_line_id, l.bank_account, l.booked_on, l.is_credit, l.is_reversal, l.amount_minor, l.bank_entry_id,
      l.entry_is_credit, l.entry_amount_minor, l.reference, l.parts, l.part_position, l.part_reference, l.occurrence,
      l.end_to_end_id, l.detail, l.counterparty, ${about.bankFileId}::uuid, l.line,
      case when ${about.isStatement} then ${about.bankFileId}::uuid end, l.part_of, l.same_as, l.payment_id, l.run_id
    from jsonb_to_recordset(${await stringifyList(lines, columnsOf)}::jsonb) as l (bank_line_id uuid, bank_account text, booked_on date, is_credit boolean,
      is_reversal boolean, amount_minor bigint, bank_entry_id uuid, entry_is_credit boolean, entry_amount_minor bigint,
      reference text, parts integer, part_position integer, part_reference text, occurrence integer, end_to_end_id text,
      detail text, counterparty text, line integer, part_of uuid, same_as uuid, payment_id uuid, run_id uuid)
    on conflict on constraint one_bank_line do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Notes that a statement has lines that a report or an advice announced. It has the whole entry, so that it has all parts that are stored
 * of it.
 */
export async function markStated(
  trx: Kysely<DB>,
  bankFileId: string,
  bankLineIds: readonly string[],
): Promise<void> {
  await sql`
    update bank_line l set stated_in = ${bankFileId}::uuid
    from (select distinct s.bank_entry_id from bank_line s where s.bank_line_id = any(${bankLineIds}::uuid[]) and s.stated_in is null) e
    where l.bank_entry_id = e.bank_entry_id and l.stated_in is null`.execute(trx)
}

/** A stored line with what it is matched to now. */
export type MatchedLine = Pick<StoredLine, 'bank_line_id' | 'payment_id' | 'run_id'>

/** Matches stored lines that nobody had matched. Returns how many: one that another file has matched meanwhile is left as it is. */
export async function matchBankLines(trx: Kysely<DB>, lines: readonly MatchedLine[]): Promise<number> {
  if (lines.length === 0) return 0
  const { numAffectedRows } = await sql`
    update bank_line l set payment_id = m.payment_id, run_id = m.run_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as m (bank_line_id uuid, payment_id uuid, run_id uuid)
    where l.bank_line_id = m.bank_line_id and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0
      and not ${isSettled}`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
