import type { Kysely } from 'kysely'
import { recordAuditEvents } from '../../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { staffDocumentRetention } from '../../domain/staff-document-types.ts'
import { cleanTable } from '../clean-documents.ts'
import { listedForMs } from '../retention.ts'
import { type RemovedDocument, removeListedDocuments } from '../stored-documents.queries.ts'
import { listDueDocuments } from './maintain-staff-documents.queries.ts'
import { keyOfStaffDocument, type StaffDocumentStore } from './upload-staff-document.ts'

/** What cleanDocuments does for accounts. @returns how many files were removed from the store. */
export const cleanStaffDocuments = (
  { realm, realmDb, documentFiles }: StaffDocumentStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> =>
  cleanTable(
    {
      db: realmDb,
      documentFiles,
      table: 'staff_document',
      keyOf: documentId => keyOfStaffDocument(realm, documentId),
      record: (trx, removed) => recordRemovals(trx, removed, 'quarantine', now),
    },
    now,
    signal,
  )

/** What applyRetention does for accounts: the years of a document count from the day on which staff archived it. */
export async function retainStaffDocuments(
  { realmDb }: Pick<StaffDocumentStore, 'realmDb'>,
  { today, now }: { today: string; now: Date },
): Promise<{ listed: number; removed: number }> {
  const listedBefore = new Date(now.getTime() - listedForMs)
  const removed = await realmDb.transaction().execute(async trx => {
    const documents = await removeListedDocuments(trx, 'staff_document', { listedBefore, at: now })
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
  await recordAuditEvents(
    trx,
    removed.map(({ documentId, type, sha256 }) => ({
      kind: 'staff-document-removed',
      // A job removes documents, on nobody's behalf.
      userId: null,
      at,
      address: '',
      detail: { document: documentId, type, digest: sha256.toString('hex'), reason },
    })),
  )
}
