import { type Kysely, sql } from 'kysely'
import { orderOf, type Position, positionOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { MediaType } from '../domain/file-kinds.ts'

// These queries run on a realm's connection. A realm may have several clients, so every query also selects the client.

export type FileRow = {
  file_id: string
  name: string
  media_type: MediaType
  bytes: number
  sha256: Buffer
  width_px: number | null
  height_px: number | null
  alt: string
  uploaded_at: Date
  uploaded_by_name: string
}

type FileSearch = {
  client: string
  kind: 'all' | 'picture' | 'pdf'
  keywords: string
}

export const fileKeysets = {
  uploadedAt: [
    { sql: '(extract(epoch from f.uploaded_at) * 1000000)::bigint', type: 'micros' },
    { sql: 'f.file_id', type: 'uuid' },
  ],
} as const

export async function listFileRows(
  realmDb: Kysely<DB>,
  { client, kind, keywords }: FileSearch,
  { first, keyset, after }: KeysetPage,
): Promise<{ rows: (FileRow & { keyset: Position })[]; total: number }> {
  const part = `%${keywords.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = filesOf(realmDb, client)
    .$if(kind !== 'all', query => query.where('media_type', kind === 'pdf' ? '=' : '<>', 'application/pdf'))
    .$if(keywords.trim() !== '', query =>
      query.where(where => where.or([where('f.name', 'ilike', part), where('f.alt', 'ilike', part)])),
    )
  const { total } = await found
    .select(where => where.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await withUploader(found)
    .select(sql<Position>`${sql.raw(positionOf(keyset))}`.as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows, total: Number(total) }
}

export async function findFileRow(
  realmDb: Kysely<DB>,
  client: string,
  fileId: string,
): Promise<FileRow | undefined> {
  return await withUploader(filesOf(realmDb, client)).where('f.file_id', '=', fileId).executeTakeFirst()
}

export async function countFiles(realmDb: Kysely<DB>, client: string): Promise<number> {
  const { files } = await filesOf(realmDb, client)
    .select(where => where.fn.countAll<bigint>().as('files'))
    .executeTakeFirstOrThrow()
  return Number(files)
}

type NewFile = Omit<FileRow, 'uploaded_by_name' | 'alt'> & {
  client: string
  alt: string
  uploaded_by: string
}

export async function addFileRow(realmDb: Kysely<DB>, file: NewFile): Promise<void> {
  await realmDb.insertInto('content_file').values(file).execute()
}

/** @returns whether the client has such a file. */
export async function changeAlt(
  realmDb: Kysely<DB>,
  { client, fileId, alt }: { client: string; fileId: string; alt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('content_file')
    .set({ alt })
    .where('client', '=', client)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a file for removal until the transaction ends. Returns null if the client never had this file. */
export async function lockFile(
  trx: Kysely<DB>,
  client: string,
  fileId: string,
): Promise<{ isRemoved: boolean; name: string } | null> {
  const row = await trx
    .selectFrom('content_file')
    .select(['name', 'removed_at'])
    .where('client', '=', client)
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { isRemoved: row.removed_at !== null, name: row.name } : null
}

/**
 * Returns which of these files exist, and locks them until the transaction ends. A concurrent removal waits and then sees what the
 * transaction has written. The lock is shared, so concurrent publications do not wait for each other.
 */
export async function lockStoredFiles(
  trx: Kysely<DB>,
  client: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('content_file')
    .select('file_id')
    .where('client', '=', client)
    .where('file_id', 'in', fileIds)
    .where('removed_at', 'is', null)
    .forShare()
    .execute()
  return new Set(rows.map(row => row.file_id))
}

export async function markRemoved(
  trx: Kysely<DB>,
  { fileId, userId, now }: { fileId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('content_file')
    .set({ removed_at: now, removed_by: userId })
    .where('file_id', '=', fileId)
    .execute()
}

const filesOf = (realmDb: Kysely<DB>, client: string) =>
  realmDb.selectFrom('content_file as f').where('f.client', '=', client).where('f.removed_at', 'is', null)

const withUploader = (query: ReturnType<typeof filesOf>) =>
  query
    .innerJoin('app_user as u', join =>
      join.onRef('u.realm', '=', 'f.realm').onRef('u.user_id', '=', 'f.uploaded_by'),
    )
    .select([
      'f.file_id',
      'f.name',
      sql<MediaType>`f.media_type`.as('media_type'),
      'f.bytes',
      'f.sha256',
      'f.width_px',
      'f.height_px',
      'f.alt',
      'f.uploaded_at',
      sql<string>`u.first_name || ' ' || u.last_name`.as('uploaded_by_name'),
    ])
