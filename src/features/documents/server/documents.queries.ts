import { type Kysely, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { orderOf, type Position, positionOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { DocumentMediaType } from '../domain/document-files.ts'
import type { DocumentType, ReaderRole } from '../domain/document-types.ts'
import type { DocumentReader } from './document-reader.ts'

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

/**
 * The bytes are in the store: the document is complete, or quarantined with its finding.
 *
 * @returns false if the upload was abandoned in the meantime.
 */
export async function completeDocument(
  trx: Kysely<DB>,
  { documentId, finding, at }: { documentId: string; finding: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('document')
    .set(finding === null ? { state: 'stored', stored_at: at } : { state: 'quarantined', finding })
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Abandons an unfinished upload. Its data key is erased, so that bytes left behind cannot be read. */
export async function abandonDocument(trx: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await trx
    .updateTable('document')
    .set({ state: 'removed', removal_reason: 'abandoned', removed_at: at, data_key: null })
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .execute()
}

export const documentKeysets = {
  addedDate: [
    { sql: '(extract(epoch from d.added_at) * 1000000)::bigint', type: 'micros' },
    { sql: 'd.document_id', type: 'uuid' },
  ],
  fileName: [
    { sql: 'lower(d.name)', type: 'text' },
    { sql: 'd.document_id', type: 'uuid' },
  ],
  type: [
    { sql: 'd.type', type: 'text' },
    { sql: 'd.document_id', type: 'uuid' },
  ],
} as const

/** One page of what the reader may read of an account's documents. */
export async function listDocumentRows(
  db: Kysely<DB>,
  search: { accountId: string; type: DocumentType | null; reader: DocumentReader },
  { first, keyset, after }: KeysetPage,
): Promise<{ rows: (DocumentRow & { keyset: Position })[]; total: number }> {
  const { total } = await found(db, search)
    .select(where => where.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await withFields(found(db, search))
    .select(sql<Position>`${sql.raw(positionOf(keyset))}`.as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows, total: Number(total) }
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
  db.selectFrom('document as d').where('d.account_id', '=', accountId).where(sql<boolean>`d.state = 'stored'`)

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

/** The key of a complete document; null if it was removed in the meantime. */
export async function findDataKey(db: Kysely<DB>, documentId: string): Promise<WrappedKey | null> {
  const row = await db
    .selectFrom('document')
    .select(['key_id', 'data_key'])
    .where('document_id', '=', documentId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return row?.data_key ? { keyId: row.key_id, wrapped: row.data_key } : null
}
