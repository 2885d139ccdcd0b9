import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { WrappedKey } from './data-keys.ts'

/** The tables with encrypted files or bytes. */
export type EncryptedTable = {
  [Table in keyof DB]: 'data_key' extends keyof DB[Table] ? Table : never
}[keyof DB]

const idOf: Readonly<Record<EncryptedTable, string>> = {
  bank_file: 'bank_file_id',
  charity_bank_details: 'details_id',
  charity_vetting_paper: 'paper_id',
  document: 'document_id',
  envelope_file: 'file_id',
  payment_run: 'run_id',
  staff_document: 'document_id',
}

/** Where a row's bytes are: in its own column, or in the file store while its state is one of these. */
const bytesOf: Readonly<Record<EncryptedTable, { column: string } | { states: readonly string[] }>> = {
  bank_file: { column: 'file_ciphertext' },
  charity_bank_details: { column: 'ciphertext' },
  charity_vetting_paper: { column: 'ciphertext' },
  document: { states: ['stored', 'quarantined'] },
  envelope_file: { states: ['stored'] },
  payment_run: { column: 'file_ciphertext' },
  staff_document: { states: ['stored', 'quarantined'] },
}

export type EncryptedRow = { rowId: string; dataKey: WrappedKey } & (
  | { ciphertext: Buffer }
  | { bytes: number; sha256: Buffer }
)

/** The next rows by id, some at random, or those of these ids that are still there. */
type WhichRows = { after: string | null; limit: number } | { sample: number } | { rowIds: readonly string[] }

/** Rows that have encrypted bytes. */
export async function encryptedRows(
  db: Kysely<DB>,
  table: EncryptedTable,
  which: WhichRows,
): Promise<EncryptedRow[]> {
  const id = sql.ref(idOf[table])
  const place = bytesOf[table]
  const content =
    'column' in place
      ? { columns: sql`${sql.ref(place.column)} as ciphertext`, where: sql`true` }
      : { columns: sql`bytes, sha256`, where: sql`state = any(${[...place.states]})` }
  const { rows } = await sql<
    { id: string; key_id: string; data_key: Buffer } & (
      | { ciphertext: Buffer }
      | { bytes: number; sha256: Buffer }
    )
  >`
    select ${id} as id, key_id, data_key, ${content.columns} from ${sql.table(table)}
    where data_key is not null and ${content.where} and ${chosen(id, which)}`.execute(db)
  return rows.map(({ id: rowId, key_id: keyId, data_key: wrapped, ...bytes }) => ({
    rowId,
    dataKey: { keyId, wrapped },
    ...bytes,
  }))
}

function chosen(id: RawBuilder<unknown>, which: WhichRows): RawBuilder<unknown> {
  if ('sample' in which) return sql`true order by random() limit ${which.sample}`
  if ('rowIds' in which) return sql`${id} = any(${[...which.rowIds]}::uuid[])`
  const { after, limit } = which
  return sql`(${after}::uuid is null or ${id} > ${after}::uuid) order by ${id} limit ${limit}`
}

/** The keys of the server with which the data keys of a table are wrapped. Reads the index, however many rows there are. */
export async function keysInUse(db: Kysely<DB>, table: EncryptedTable): Promise<string[]> {
  const next = (where: RawBuilder<unknown>) =>
    sql`(select key_id from ${sql.table(table)} where data_key is not null and ${where} order by key_id limit 1)`
  const { rows } = await sql<{ key_id: string }>`
    with recursive used as (
      select key_id from ${next(sql`key_id is not null`)} as first
      union all
      select ${next(sql`key_id > used.key_id`)} from used where used.key_id is not null
    )
    select key_id from used where key_id is not null`.execute(db)
  return rows.map(({ key_id: keyId }) => keyId)
}

/** Rows whose data key is wrapped with another key of the server than the current one, by id. */
export async function rowsWithOldKeys(
  db: Kysely<DB>,
  table: EncryptedTable,
  { currentKeyId, after, limit }: { currentKeyId: string; after: string | null; limit: number },
): Promise<{ rowId: string; former: WrappedKey }[]> {
  const id = sql.ref(idOf[table])
  const { rows } = await sql<{ id: string; key_id: string; data_key: Buffer }>`
    select ${id} as id, key_id, data_key from ${sql.table(table)}
    where key_id <> ${currentKeyId} and data_key is not null and (${after}::uuid is null or ${id} > ${after}::uuid)
    order by ${id} limit ${limit}`.execute(db)
  return rows.map(row => ({ rowId: row.id, former: { keyId: row.key_id, wrapped: row.data_key } }))
}

/** Replaces the wrapped key. @returns false if the row was removed or another run has already replaced the key. */
export async function replaceDataKey(
  db: Kysely<DB>,
  table: EncryptedTable,
  { rowId, former, next }: { rowId: string; former: WrappedKey; next: WrappedKey },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set key_id = ${next.keyId}, data_key = ${next.wrapped}
    where ${sql.ref(idOf[table])} = ${rowId} and data_key = ${former.wrapped}`.execute(db)
  return numAffectedRows > 0n
}
