import { type Kysely, type Selectable, sql } from 'kysely'
import type { Position } from '../../../../server/db/keyset.queries.ts'
import type { DB, StaffDocument } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import type { DocumentMediaType } from '../../../files/domain/document-files.ts'
import type { StaffDocumentType } from '../../domain/staff-document-types.ts'
import { hashOf } from '../downloads.queries.ts'
import { documentPage, isStoredFor } from '../stored-documents.queries.ts'

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

const storedOf = (realmDb: Kysely<DB>, realm: string) =>
  realmDb.selectFrom('staff_document as d').where(isStoredFor({ table: 'staff_document', realm }))

const withFields = (query: ReturnType<typeof storedOf>) =>
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
  realm: string,
  page: KeysetPage,
): Promise<{ rows: (StaffDocumentRow & { keyset: Position })[]; total: number }> {
  const query = storedOf(realmDb, realm)
  return await documentPage(query, withFields(query), page)
}

export async function findStaffDocument(
  realmDb: Kysely<DB>,
  realm: string,
  documentId: string,
): Promise<StaffDocumentRow | undefined> {
  return await withFields(storedOf(realmDb, realm)).where('d.document_id', '=', documentId).executeTakeFirst()
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
