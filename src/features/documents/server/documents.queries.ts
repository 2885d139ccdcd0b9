import { type Kysely, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import type { Position } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { DocumentMediaType } from '../../files/domain/document-files.ts'
import type { DocumentType, ReaderRole } from '../domain/document-types.ts'
import type { DocumentReader } from './document-reader.ts'
import { documentPage, isStoredFor } from './stored-documents.queries.ts'

export type DocumentRow = {
  document_id: string
  type: DocumentType
  name: string
  media_type: DocumentMediaType
  bytes: number
  sha256: Buffer
  readers: ReaderRole[]
  added_at: Date
  removal_listed_at: Date | null
}

type NewDocumentRow = Omit<DocumentRow, 'removal_listed_at'> & {
  account_id: string | null
  application_id: string | null
  cause: string | null
  key_id: string
  data_key: Buffer
  added_by: string | null
  session_id: string | null
  address: string | null
}

// States are literals in conditions: as parameters they would keep generic plans from using the partial indexes.
const isThere = sql<boolean>`state <> 'removed'`

/** @returns whether it was added: a document with the same cause exists once. */
export async function addDocumentRow(trx: Kysely<DB>, row: NewDocumentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('document')
    .values({ ...row, readers: sql`${row.readers}::text[]` })
    .onConflict(conflict => conflict.columns(['book', 'cause']).where(isThere).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findByCause(
  trx: Kysely<DB>,
  cause: string,
): Promise<{ documentId: string; state: string } | undefined> {
  return await trx
    .selectFrom('document')
    .select(['document_id as documentId', 'state'])
    .where('cause', '=', cause)
    .where(isThere)
    .forUpdate()
    .executeTakeFirst()
}

/** One page of what the reader may read of an account's documents. */
export async function listDocumentRows(
  db: Kysely<DB>,
  search: { accountId: string; type: DocumentType | null; reader: DocumentReader },
  page: KeysetPage,
): Promise<{ rows: (DocumentRow & { keyset: Position })[]; total: number }> {
  const query = found(db, search)
  return await documentPage(query, withFields(query), page)
}

/** A document that is complete; the caller checks its readers. */
export async function findDocument(
  db: Kysely<DB>,
  accountId: string,
  documentId: string,
): Promise<DocumentRow | undefined> {
  return await withFields(storedOf(db, accountId)).where('d.document_id', '=', documentId).executeTakeFirst()
}

const storedOf = (db: Kysely<DB>, accountId: string) =>
  db.selectFrom('document as d').where(isStoredFor({ table: 'document', accountId }))

/** A condition that mayRead in document-reader.ts repeats for one document. */
const found = (
  db: Kysely<DB>,
  { accountId, type, reader }: { accountId: string; type: DocumentType | null; reader: DocumentReader },
) =>
  storedOf(db, accountId)
    .where(
      sql<boolean>`d.type = any(${type === null ? reader.types : reader.types.filter(each => each === type)}::text[])`,
    )
    .$if(!reader.readsAll, query => query.where(sharesRole(reader.roles)))

const sharesRole = (roles: readonly AccountRole[]) => sql<boolean>`d.readers && ${roles}::text[]`

const withFields = (query: ReturnType<typeof storedOf>) =>
  query.select([
    'd.document_id',
    sql<DocumentType>`d.type`.as('type'),
    'd.name',
    sql<DocumentMediaType>`d.media_type`.as('media_type'),
    'd.bytes',
    'd.sha256',
    sql<ReaderRole[]>`d.readers`.as('readers'),
    'd.added_at',
    'd.removal_listed_at',
  ])
