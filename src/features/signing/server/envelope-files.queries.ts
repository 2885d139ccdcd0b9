import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'

export type FileKind = 'original' | 'sealed'

type StoredFile = { fileId: string; bytes: number; sha256: Buffer; dataKey: WrappedKey }

export async function addFileRow(
  trx: Kysely<DB>,
  envelopeId: string,
  kind: FileKind,
  { fileId, bytes, sha256, dataKey }: StoredFile,
): Promise<void> {
  await trx
    .insertInto('envelope_file')
    .values({
      file_id: fileId,
      envelope_id: envelopeId,
      kind,
      bytes,
      sha256,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
    })
    .execute()
}

/** @returns false if it was abandoned in the meantime. */
export async function completeFile(trx: Kysely<DB>, fileId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('envelope_file')
    .set({ state: 'stored' })
    .where('file_id', '=', fileId)
    .where('state', '=', 'storing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const removed = (at: Date) => ({ state: 'removed' as const, data_key: null, removed_at: at })

/** Abandons a file that is still being stored. Its key is erased, so that bytes left behind cannot be read. */
export async function abandonFile(db: Kysely<DB>, fileId: string, at: Date): Promise<void> {
  await db
    .updateTable('envelope_file')
    .set(removed(at))
    .where('file_id', '=', fileId)
    .where('state', '=', 'storing')
    .execute()
}

/** The same for all files of an envelope whose storing began earlier. */
export async function abandonFilesOf(trx: Kysely<DB>, envelopeId: string, at: Date): Promise<void> {
  await trx
    .updateTable('envelope_file')
    .set(removed(at))
    .where('envelope_id', '=', envelopeId)
    .where('state', '=', 'storing')
    .execute()
}

export async function abandonOldFiles(
  db: Kysely<DB>,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  await db
    .updateTable('envelope_file')
    .set(removed(at))
    .where(sql<boolean>`state = 'storing'`)
    .where('storing_since', '<', since)
    .execute()
}

export async function filesWithBytesToRemove(
  db: Kysely<DB>,
  limit: number,
): Promise<{ fileId: string; removedAt: Date }[]> {
  const rows = await db
    .selectFrom('envelope_file')
    .select(['file_id', 'removed_at'])
    .where(sql<boolean>`state = 'removed' and bytes_removed_at is null`)
    .orderBy('storing_since', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({ fileId: row.file_id, removedAt: row.removed_at ?? new Date(0) }))
}

export async function markFileBytesRemoved(db: Kysely<DB>, fileId: string, at: Date): Promise<void> {
  await db.updateTable('envelope_file').set({ bytes_removed_at: at }).where('file_id', '=', fileId).execute()
}

export async function findFile(
  db: Kysely<DB>,
  envelopeId: string,
  kind: FileKind,
): Promise<StoredFile | undefined> {
  const row = await db
    .selectFrom('envelope_file')
    .select(['file_id', 'bytes', 'sha256', 'key_id', 'data_key'])
    .where('envelope_id', '=', envelopeId)
    .where('kind', '=', kind)
    .where(sql<boolean>`state = 'stored'`)
    .executeTakeFirst()
  if (!row?.data_key) return undefined
  const { file_id: fileId, bytes, sha256, key_id: keyId, data_key: wrapped } = row
  return { fileId, bytes, sha256, dataKey: { keyId, wrapped } }
}
