import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'

const idOf = { payment_run: 'run_id', bank_file: 'bank_file_id' } as const
type EncryptedTable = keyof typeof idOf

type Batch = { currentKeyId: string; after: string | null; limit: number }

/** Files whose data key is wrapped with another key of the server than the current one, by id. */
export async function withOldKeys(
  db: Kysely<DB>,
  table: EncryptedTable,
  { currentKeyId, after, limit }: Batch,
): Promise<({ documentId: string } & WrappedKey)[]> {
  const id = sql.ref(idOf[table])
  const { rows } = await sql<{ id: string; key_id: string; data_key: Buffer }>`
    select ${id} as id, key_id, data_key from ${sql.table(table)}
    where key_id <> ${currentKeyId} and (${after}::uuid is null or ${id} > ${after}::uuid)
    order by ${id} limit ${limit}`.execute(db)
  return rows.map(row => ({ documentId: row.id, keyId: row.key_id, wrapped: row.data_key }))
}

/** Replaces the wrapped key. False if another run has already replaced it. */
export async function replaceFileKey(
  db: Kysely<DB>,
  table: EncryptedTable,
  { documentId, former, next }: { documentId: string; former: WrappedKey; next: WrappedKey },
): Promise<boolean> {
  const result = await sql`
    update ${sql.table(table)} set key_id = ${next.keyId}, data_key = ${next.wrapped}
    where ${sql.ref(idOf[table])} = ${documentId} and data_key = ${former.wrapped}`.execute(db)
  return (result.numAffectedRows ?? 0n) > 0n
}
