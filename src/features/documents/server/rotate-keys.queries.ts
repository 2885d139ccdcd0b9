import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'

export async function documentsWithOldKeys(
  db: Kysely<DB>,
  { currentKeyId, after, limit }: { currentKeyId: string; after: string | null; limit: number },
): Promise<({ documentId: string } & WrappedKey)[]> {
  const rows = await db
    .selectFrom('document')
    .select(['document_id', 'key_id', 'data_key'])
    .where('key_id', '<>', currentKeyId)
    .where('data_key', 'is not', null)
    .where(sql<boolean>`(${after}::uuid is null or document_id > ${after}::uuid)`)
    .orderBy('document_id')
    .limit(limit)
    .execute()
  return rows.flatMap(row =>
    row.data_key === null ? [] : [{ documentId: row.document_id, keyId: row.key_id, wrapped: row.data_key }],
  )
}

/** @returns false if the document was removed or rotated in the meantime. */
export async function replaceDataKey(
  db: Kysely<DB>,
  { documentId, former, next }: { documentId: string; former: WrappedKey; next: WrappedKey },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document')
    .set({ key_id: next.keyId, data_key: next.wrapped })
    .where('document_id', '=', documentId)
    .where('data_key', '=', former.wrapped)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
