import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type Key, orderOf, type Position, positionOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'

// What documents of accounts and those of staff have in common. Row-level security limits the rows to the book or realm of the
// connection. States are literals, so that generic plans use the partial indexes.

export type DocumentTable = 'document' | 'staff_document'

/** The tables of links, each to the documents of another table. */
export type LinkTable = 'document_download' | 'staff_document_download' | 'charity_vetting_paper_download'

/** Whose documents: there is no statement that finds one without its owner. */
export type DocumentScope =
  | { table: 'document'; accountId: string }
  | { table: 'document'; applicationId: string }
  | { table: 'staff_document'; realm: string }

function isOwnedBy(scope: DocumentScope) {
  if ('accountId' in scope) return sql<boolean>`account_id = ${scope.accountId}`
  if ('applicationId' in scope) return sql<boolean>`application_id = ${scope.applicationId}`
  return sql<boolean>`realm = ${scope.realm}`
}

/** The condition of a complete document of this owner. */
export const isStoredFor = (scope: DocumentScope) => sql<boolean>`${isOwnedBy(scope)} and state = 'stored'`

/** The key of a complete document; null if it was removed in the meantime. */
export async function findDataKey(
  db: Kysely<DB>,
  scope: DocumentScope,
  documentId: string,
): Promise<WrappedKey | null> {
  const row = await db
    .selectFrom(scope.table)
    .select(['key_id', 'data_key'])
    .where(isStoredFor(scope))
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.data_key ? { keyId: row.key_id, wrapped: row.data_key } : null
}

const idKey: Key = { sql: 'd.document_id', type: 'uuid' }
export const documentKeysets = {
  addedDate: [{ sql: '(extract(epoch from d.added_at) * 1000000)::bigint', type: 'micros' }, idKey],
  fileName: [{ sql: 'lower(d.name)', type: 'text' }, idKey],
  type: [{ sql: 'd.type', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

/** One page of documents `d`. `rows` are those of `found` with their columns. */
export async function documentPage<Tables, Table extends keyof Tables, Row>(
  found: SelectQueryBuilder<Tables, Table, Record<never, never>>,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { first, keyset, after }: KeysetPage,
) {
  const count = found.select(where => where.fn.countAll<bigint>().as('total'))
  // Of tables that are a parameter, the compiler does not know that a select returns its columns.
  const { total } = (await count.executeTakeFirstOrThrow()) as { total: bigint }
  const page = await rows
    .select(sql<Position>`${sql.raw(positionOf(keyset))}`.as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows: page, total: Number(total) }
}

/**
 * The bytes are in the store: the document is complete, or quarantined with its finding.
 *
 * @returns false if the upload was abandoned in the meantime.
 */
export async function completeDocument(
  trx: Kysely<DB>,
  table: DocumentTable,
  { documentId, finding, at }: { documentId: string; finding: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set(finding === null ? { state: 'stored', stored_at: at } : { state: 'quarantined', finding })
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Reason = 'abandoned' | 'quarantine' | 'retention'

/** Removes documents. Their data keys are erased, so copies of their bytes and bytes left behind cannot be read. */
const removal = (db: Kysely<DB>, table: DocumentTable, reason: Reason, at: Date) =>
  db.updateTable(table).set({ state: 'removed', removal_reason: reason, removed_at: at, data_key: null })

/** Abandons an unfinished upload. */
export async function abandonDocument(
  db: Kysely<DB>,
  table: DocumentTable,
  documentId: string,
  at: Date,
): Promise<void> {
  await removal(db, table, 'abandoned', at)
    .where('document_id', '=', documentId)
    .where('state', '=', 'storing')
    .execute()
}

type Due = { since: Date; at: Date }

export async function abandonUnfinished(
  db: Kysely<DB>,
  table: DocumentTable,
  { since, at }: Due,
): Promise<void> {
  await removal(db, table, 'abandoned', at)
    .where(sql<boolean>`state = 'storing'`)
    .where('storing_since', '<', since)
    .execute()
}

export type RemovedDocument = { documentId: string; type: string; sha256: Buffer }

export async function removeOldQuarantine(
  trx: Kysely<DB>,
  table: DocumentTable,
  { since, at }: Due,
): Promise<RemovedDocument[]> {
  return await removal(trx, table, 'quarantine', at)
    .where(sql<boolean>`state = 'quarantined'`)
    .where('storing_since', '<', since)
    .returning(['document_id as documentId', 'type', 'sha256'])
    .execute()
}

export async function removeListedDocuments(
  trx: Kysely<DB>,
  table: DocumentTable,
  { listedBefore, at }: { listedBefore: Date; at: Date },
): Promise<RemovedDocument[]> {
  return await removal(trx, table, 'retention', at)
    .where(sql<boolean>`state = 'stored'`)
    .where('removal_listed_at', '<=', listedBefore)
    .returning(['document_id as documentId', 'type', 'sha256'])
    .execute()
}

export async function documentsWithBytesToRemove(
  db: Kysely<DB>,
  table: DocumentTable,
  limit: number,
): Promise<{ documentId: string; isAbandoned: boolean; removedAt: Date }[]> {
  const rows = await db
    .selectFrom(table)
    .select(['document_id', 'removal_reason', 'removed_at'])
    .where(sql<boolean>`state = 'removed'`)
    .where('bytes_removed_at', 'is', null)
    // Bytes that are removed repeatedly must not delay those that are removed permanently.
    .orderBy(sql`removal_reason = 'abandoned'`)
    .orderBy('removed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    documentId: row.document_id,
    isAbandoned: row.removal_reason === 'abandoned',
    removedAt: row.removed_at ?? new Date(0),
  }))
}

export async function markBytesRemoved(
  db: Kysely<DB>,
  table: DocumentTable,
  documentId: string,
  at: Date,
): Promise<void> {
  await db.updateTable(table).set({ bytes_removed_at: at }).where('document_id', '=', documentId).execute()
}

/** Marks the first request of a link. @returns whether this is the first. */
export async function startDownload(
  db: Kysely<DB>,
  table: LinkTable,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ started_at: now })
    .where('token_hash', '=', tokenHash)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteOldLinks(db: Kysely<DB>, table: LinkTable, issuedBefore: Date): Promise<void> {
  await db.deleteFrom(table).where('issued_at', '<', issuedBefore).execute()
}
