import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type Key,
  orderOf,
  type Position,
  positionOf,
  rowsAfter,
} from '../../../../server/db/keyset.queries.ts'
import type { DB, StaffDocument } from '../../../../server/db/schema.ts'
import type { WrappedKey } from '../../../../server/files/data-keys.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import type { DocumentMediaType } from '../../domain/document-files.ts'
import type { StaffDocumentType } from '../../domain/staff-document-types.ts'
import { hashOf } from '../downloads.queries.ts'

// `realmDb` is bound to the realm; the database refuses the rows of another. States are literals, as in documents.queries.ts.

export type StaffDocumentRow = Pick<
  Selectable<StaffDocument>,
  'document_id' | 'name' | 'bytes' | 'sha256' | 'added_at' | 'archived_at' | 'removal_listed_at'
> & { type: StaffDocumentType; media_type: DocumentMediaType }

export type NewStaffDocumentRow = Omit<StaffDocumentRow, 'archived_at' | 'removal_listed_at'> & {
  key_id: string
  data_key: Buffer
  added_by: string
}

export async function addStaffDocumentRow(realmDb: Kysely<DB>, row: NewStaffDocumentRow): Promise<void> {
  await realmDb.insertInto('staff_document').values(row).execute()
}

/** @returns false if the upload was abandoned in the meantime. */
export async function completeStaffDocument(
  trx: Kysely<DB>,
  { documentId, finding, at }: { documentId: string; finding: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_document')
    .set(finding === null ? { state: 'stored', stored_at: at } : { state: 'quarantined', finding })
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Abandons an unfinished upload. Its data key is erased, so that bytes left behind cannot be read. */
export async function abandonStaffDocument(realmDb: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await realmDb
    .updateTable('staff_document')
    .set({ state: 'removed', removal_reason: 'abandoned', removed_at: at, data_key: null })
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .execute()
}

const idKey: Key = { sql: 'd.document_id', type: 'uuid' }
export const staffDocumentKeysets = {
  addedDate: [{ sql: '(extract(epoch from d.added_at) * 1000000)::bigint', type: 'micros' }, idKey],
  fileName: [{ sql: 'lower(d.name)', type: 'text' }, idKey],
  type: [{ sql: 'd.type', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

const stored = (realmDb: Kysely<DB>) =>
  realmDb.selectFrom('staff_document as d').where(sql<boolean>`d.state = 'stored'`)

const withFields = (query: ReturnType<typeof stored>) =>
  query.select([
    'd.document_id',
    sql<StaffDocumentType>`d.type`.as('type'),
    'd.name',
    sql<DocumentMediaType>`d.media_type`.as('media_type'),
    'd.bytes',
    'd.sha256',
    'd.added_at',
    'd.archived_at',
    'd.removal_listed_at',
  ])

export async function listStaffDocumentRows(
  realmDb: Kysely<DB>,
  { first, keyset, after }: KeysetPage,
): Promise<{ rows: (StaffDocumentRow & { keyset: Position })[]; total: number }> {
  const { total } = await stored(realmDb)
    .select(where => where.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await withFields(stored(realmDb))
    .select(sql<Position>`${sql.raw(positionOf(keyset))}`.as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows, total: Number(total) }
}

export async function findStaffDocument(
  realmDb: Kysely<DB>,
  documentId: string,
): Promise<StaffDocumentRow | undefined> {
  return await withFields(stored(realmDb)).where('d.document_id', '=', documentId).executeTakeFirst()
}

/** The key of a complete document; null if it was removed in the meantime. */
export async function findStaffDataKey(realmDb: Kysely<DB>, documentId: string): Promise<WrappedKey | null> {
  const row = await stored(realmDb)
    .select(['d.key_id', 'd.data_key'])
    .where('d.document_id', '=', documentId)
    .executeTakeFirst()
  return row?.data_key ? { keyId: row.key_id, wrapped: row.data_key } : null
}

/** A document that is archived again has its first day; a document in use is not listed for deletion. @returns whether anything changed. */
export async function setArchived(trx: Kysely<DB>, documentId: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_document')
    .set({ archived_at: at, removal_listed_at: null })
    .where('document_id', '=', documentId)
    .where(sql<boolean>`state = 'stored'`)
    .where('archived_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type StaffLink = { documentId: string; sessionId: string; issuedAt: Date; startedAt: Date | null }

export async function addStaffLink(
  realmDb: Kysely<DB>,
  token: string,
  link: Omit<StaffLink, 'startedAt'>,
): Promise<void> {
  await realmDb
    .insertInto('staff_document_download')
    .values({
      token_hash: hashOf(token),
      document_id: link.documentId,
      session_id: link.sessionId,
      issued_at: link.issuedAt,
    })
    .execute()
}

export async function findStaffLink(realmDb: Kysely<DB>, token: string): Promise<StaffLink | undefined> {
  return await realmDb
    .selectFrom('staff_document_download')
    .select([
      'document_id as documentId',
      'session_id as sessionId',
      'issued_at as issuedAt',
      'started_at as startedAt',
    ])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
}

/** @returns whether this is the first request of the link. */
export async function startStaffDownload(trx: Kysely<DB>, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_document_download')
    .set({ started_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
