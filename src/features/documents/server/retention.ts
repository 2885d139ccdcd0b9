import { dayMs } from '../../../domain/durations.ts'
import { documentTypeNames, rulesOf } from '../domain/document-types.ts'
import { listDueDocuments, unlistDocuments } from './retention.queries.ts'
import type { DocumentStore } from './store-document.ts'
import { removeListedDocuments } from './stored-documents.queries.ts'

/** How long a document is listed for deletion before it is deleted, so that staff can object or reopen the account. */
export const listedForMs = 30 * dayMs

const retentionYears = documentTypeNames.map(type => ({ type, years: rulesOf(type).retentionYears }))

/** The day on which retention is applied in a book. `dueApplications`: the ids of the applications whose retention period has ended. */
export type RetentionDay = { today: string; now: Date; dueApplications: readonly string[] }

/**
 * First lists the documents whose retention period is over (§17), and deletes those that have been listed for 30 days. Their data keys are erased
 * at once; clean-documents.ts removes the bytes. A document of an account that was reopened in the meantime is no longer listed.
 */
export async function applyRetention(
  { db }: Pick<DocumentStore, 'db'>,
  { today, now, dueApplications }: RetentionDay,
): Promise<{ listed: number; removed: number }> {
  await unlistDocuments(db, retentionYears, { today, dueApplications })
  // The database records each removal.
  const removed = await removeListedDocuments(db, 'document', {
    listedBefore: new Date(now.getTime() - listedForMs),
    at: now,
  })
  const listed = await listDueDocuments(db, retentionYears, { today, dueApplications, at: now })
  return { listed, removed: removed.length }
}
