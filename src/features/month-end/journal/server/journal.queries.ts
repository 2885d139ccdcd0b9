import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type JournalKind, journalKinds } from '../../../../domain/general-ledger.ts'
import type { DB, JournalExport } from '../../../../server/db/schema.ts'
import { type JournalSum, journalMeasures } from '../domain/journal.ts'

type SumRow = {
  kind: JournalKind
  is_reversal: boolean
  bank: string | null
  entries: bigint
  amount: string
}

/** The ids of the bank accounts that stand where no line of a bank says which it was. */
export type DefaultBanks = { paying: string | null; receiving: string | null }

/**
 * What the entries of a month amount to by kind, and by the bank account of those that `ofBank` names. Money of a line of the bank is that of
 * its account, also once it is a contribution.
 */
export async function sumJournal(
  db: Kysely<DB>,
  {
    from,
    to,
    ofBank,
    banks,
  }: { from: IsoDate; to: IsoDate; ofBank: readonly JournalKind[]; banks: DefaultBanks },
): Promise<(Omit<JournalSum, 'bank'> & { bank: string | null })[]> {
  const measures = journalKinds.map(kind => {
    const { of, sign, bank } = journalMeasures[kind]
    return {
      kind,
      sign,
      ledger: 'ledger' in of ? of.ledger : null,
      section: 'section' in of ? of.section : null,
      bank: ofBank.includes(kind) ? (banks[bank] ?? '') : null,
    }
  })
  const { rows } = await sql<SumRow>`
    with measure as (
      select * from jsonb_to_recordset(${JSON.stringify(measures)}::jsonb)
        as m(kind text, sign integer, ledger text, section integer, bank text)
    )
    select m.kind, e.kind = 'reversal' as is_reversal, b.bank, count(distinct e.entry_id) as entries,
        sum(p.amount_minor * m.sign)::text as amount
      from journal_entry e
        left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
        join measure m on m.kind = coalesce(r.kind, e.kind)
        join posting p on p.book = e.book and p.entry_id = e.entry_id
          and (m.ledger is null or p.ledger = m.ledger) and (m.section is null or p.section = m.section)
        cross join lateral (select coalesce(r.entry_id, e.entry_id) as entry_id) o
        cross join lateral (select case when m.bank is null then null else coalesce(
          (select l.bank_account from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
            where i.book = e.book and i.entry_id = o.entry_id),
          (select l.bank_account from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
            where i.book = e.book and i.ending_entry_id = o.entry_id limit 1),
          (select l.bank_account from contribution c join suspense_match s on s.book = c.book and s.contribution_id = c.contribution_id
              join suspense_item i on i.book = s.book and i.item_id = s.item_id
              join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
            where c.book = e.book and c.entry_id = o.entry_id order by i.item_id limit 1),
          m.bank) end as bank) b
      where e.effective_date between ${from}::date and ${to}::date
      group by m.kind, is_reversal, b.bank order by m.kind, is_reversal, b.bank`.execute(db)
  return rows.map(row => ({
    kind: row.kind,
    isReversal: row.is_reversal,
    bank: row.bank,
    entries: Number(row.entries),
    amountMinor: BigInt(row.amount),
  }))
}

export async function listKindNames(db: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('entry_kind').select(['kind', 'transaction_type_name']).execute()
  return new Map(rows.map(({ kind, transaction_type_name }) => [kind, transaction_type_name]))
}

export type ExportRow = Omit<Selectable<JournalExport>, 'content'>

/** The exports of a month, the first one first, without their files. */
export async function listExports(db: Kysely<DB>, month: IsoDate): Promise<ExportRow[]> {
  return await db
    .selectFrom('journal_export')
    .select([
      'book',
      'export_id',
      'month',
      'number',
      'lines',
      'file_name',
      'digest',
      'exported_by',
      'exported_by_name',
      'exported_at',
    ])
    .where('month', '=', month)
    .orderBy('number')
    .execute()
}

/** One export of a book at a time. */
export async function lockExports(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('journal-export ' || book(), 0))`.execute(trx)
}

export async function insertExport(trx: Kysely<DB>, row: Insertable<JournalExport>): Promise<void> {
  await trx.insertInto('journal_export').values(row).execute()
}

export async function findExportFile(
  db: Kysely<DB>,
  exportId: string,
): Promise<{ file_name: string; content: Buffer } | undefined> {
  return await db
    .selectFrom('journal_export')
    .select(['file_name', 'content'])
    .where('export_id', '=', exportId)
    .executeTakeFirst()
}
