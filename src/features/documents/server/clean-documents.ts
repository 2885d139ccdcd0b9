import {
  abandonUnfinished,
  deleteOldLinks,
  documentsWithBytesToRemove,
  markBytesRemoved,
  removeOldQuarantine,
} from './clean-documents.queries.ts'
import { type DocumentStore, keyOfDocument } from './store-document.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Longer than any upload takes. */
export const abandonAfterMs = hourMs
/** A hanging program may still write the bytes of an abandoned upload, so they are removed again for a day. */
export const removalRetryMs = dayMs
export const linkRetentionMs = dayMs
export const quarantineMs = 30 * dayMs
export const batchSize = 500

/**
 * Removes leftovers of crashes and removals: uploads that never finished, bytes of removed documents, findings of the virus scanner
 * after 30 days, and used links. Safe to run at any time and more than once.
 *
 * @returns how many files were removed from the store.
 */
export async function cleanDocuments(
  { book, db, documentFiles }: DocumentStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await abandonUnfinished(db, { since: before(abandonAfterMs), at: now })
  await removeOldQuarantine(db, { since: before(quarantineMs), at: now })
  await deleteOldLinks(db, before(linkRetentionMs))
  let removed = 0
  for (const { documentId, isAbandoned, removedAt } of await documentsWithBytesToRemove(db, batchSize)) {
    if (signal?.aborted) break
    await documentFiles.remove(keyOfDocument(book, documentId))
    removed += 1
    if (!isAbandoned || removedAt < before(removalRetryMs)) await markBytesRemoved(db, documentId, now)
  }
  return removed
}
