import type { Kysely } from 'kysely'
import { dayMs, hourMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { EncryptedFiles } from '../../../server/files/encrypted-files.ts'
import type { FileKey } from '../../../server/files/files.ts'
import { type DocumentStore, keyOfDocument } from './store-document.ts'
import {
  abandonUnfinished,
  type DocumentTable,
  deleteOldLinks,
  documentsWithBytesToRemove,
  type LinkTable,
  markBytesRemoved,
  type RemovedDocument,
  removeOldQuarantine,
} from './stored-documents.queries.ts'

/** Longer than any upload takes. */
const abandonAfterMs = hourMs
/** A hanging program may still write the bytes of an abandoned upload, so they are removed again for a day. */
const removalRetryMs = dayMs
const linkRetentionMs = dayMs
/** The links that end with the documents of a table; those to documents of vettings belong to the realm too. */
const linkTables: Record<DocumentTable, readonly LinkTable[]> = {
  document: ['document_download'],
  staff_document: ['staff_document_download', 'charity_vetting_paper_download'],
}
const quarantineMs = 30 * dayMs
const batchSize = 500

type DocumentsToClean = {
  /** Bound to the book or realm. */
  db: Kysely<DB>
  documentFiles: EncryptedFiles
  table: DocumentTable
  keyOf: (documentId: string) => FileKey
  /** Records documents that leave quarantine, in the transaction that removes them. */
  record: (trx: Kysely<DB>, removed: readonly RemovedDocument[]) => Promise<void>
}

/**
 * Removes leftovers of crashes and removals: uploads that never finished, bytes of removed documents, findings of the virus scanner
 * after 30 days, and used links. Safe to run at any time and more than once.
 *
 * @returns how many files were removed from the store.
 */
export async function cleanTable(
  { db, documentFiles, table, keyOf, record }: DocumentsToClean,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await abandonUnfinished(db, table, { since: before(abandonAfterMs), at: now })
  await db.transaction().execute(async trx => {
    await record(trx, await removeOldQuarantine(trx, table, { since: before(quarantineMs), at: now }))
  })
  for (const links of linkTables[table]) await deleteOldLinks(db, links, before(linkRetentionMs))
  let removed = 0
  for (const { documentId, isAbandoned, removedAt } of await documentsWithBytesToRemove(
    db,
    table,
    batchSize,
  )) {
    if (signal?.aborted) break
    await documentFiles.remove(keyOf(documentId))
    removed += 1
    if (!isAbandoned || removedAt < before(removalRetryMs)) await markBytesRemoved(db, table, documentId, now)
  }
  return removed
}

/** The same for documents of accounts. The database records their removal. */
export const cleanDocuments = (
  { book, db, documentFiles }: DocumentStore,
  ...when: [now: Date, signal?: AbortSignal]
): Promise<number> =>
  cleanTable(
    {
      db,
      documentFiles,
      table: 'document',
      keyOf: documentId => keyOfDocument(book, documentId),
      record: async () => {},
    },
    ...when,
  )
