import type { Kysely } from 'kysely'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { staffDocumentRetention } from '../../domain/staff-document-types.ts'
import {
  abandonAfterMs,
  batchSize,
  linkRetentionMs,
  quarantineMs,
  removalRetryMs,
} from '../clean-documents.ts'
import { listedForMs } from '../retention.ts'
import {
  abandonUnfinished,
  deleteOldLinks,
  documentsWithBytesToRemove,
  listDueDocuments,
  markBytesRemoved,
  type RemovedDocument,
  removeListedDocuments,
  removeOldQuarantine,
} from './maintain-staff-documents.queries.ts'
import { keyOfStaffDocument, type StaffDocumentStore } from './store-staff-document.ts'

/** What cleanDocuments does for accounts. @returns how many files were removed from the store. */
export async function cleanStaffDocuments(
  { realm, realmDb, documentFiles }: StaffDocumentStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await abandonUnfinished(realmDb, { since: before(abandonAfterMs), at: now })
  await realmDb.transaction().execute(async trx => {
    const removed = await removeOldQuarantine(trx, { since: before(quarantineMs), at: now })
    await recordRemovals(trx, removed, 'quarantine', now)
  })
  await deleteOldLinks(realmDb, before(linkRetentionMs))
  let removed = 0
  for (const { documentId, isAbandoned, removedAt } of await documentsWithBytesToRemove(realmDb, batchSize)) {
    if (signal?.aborted) break
    await documentFiles.remove(keyOfStaffDocument(realm, documentId))
    removed += 1
    if (!isAbandoned || removedAt < before(removalRetryMs)) await markBytesRemoved(realmDb, documentId, now)
  }
  return removed
}

/** What applyRetention does for accounts: the years of a document count from the day on which staff archived it. */
export async function retainStaffDocuments(
  { realmDb }: Pick<StaffDocumentStore, 'realmDb'>,
  { today, now }: { today: string; now: Date },
): Promise<{ listed: number; removed: number }> {
  const listedBefore = new Date(now.getTime() - listedForMs)
  const removed = await realmDb.transaction().execute(async trx => {
    const documents = await removeListedDocuments(trx, { listedBefore, at: now })
    await recordRemovals(trx, documents, 'retention', now)
    return documents.length
  })
  const listed = await listDueDocuments(realmDb, staffDocumentRetention, { today, at: now })
  return { listed, removed }
}

async function recordRemovals(
  trx: Kysely<DB>,
  removed: readonly RemovedDocument[],
  reason: 'retention' | 'quarantine',
  at: Date,
): Promise<void> {
  for (const { documentId, type, sha256 } of removed)
    await recordAuditEvent(trx, {
      kind: 'staff-document-removed',
      // A job removes documents, on nobody's behalf.
      userId: null,
      at,
      address: '',
      detail: { document: documentId, type, digest: sha256.toString('hex'), reason },
    })
}
