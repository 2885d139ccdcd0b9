import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { EncryptedFiles } from '../../../../server/files/encrypted-files.ts'
import { type FileKey, fileKey } from '../../../../server/files/files.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { nameOfDocument } from '../../../files/domain/document-files.ts'
import { maxStaffDocuments } from '../../domain/staff-document-types.ts'
import type * as contract from '../../staff-documents.contract.ts'
import { type ExaminedUpload, examineUpload, quarantined } from '../examine-upload.ts'
import { putDocument } from '../store-document.ts'
import { toResponse } from './list-staff-documents.ts'
import { requireManager } from './require-on-realm.ts'
import {
  addStaffDocumentRow,
  findStaffDocument,
  type NewStaffDocumentRow,
} from './staff-documents.queries.ts'

type Context = ContextOf<typeof contract.uploadStaffDocument>

/** Where documents of a realm's staff are stored. `realmDb` is bound to the realm. */
export type StaffDocumentStore = { realm: string; realmDb: Kysely<DB>; documentFiles: EncryptedFiles }

/** The key of a document's bytes in the file store. */
export const keyOfStaffDocument = (realm: string, documentId: string): FileKey =>
  fileKey(realm, 'staff-documents', documentId)

/** Stores what staff upload, once it was examined and scanned, as uploadDocument does for an account. */
export async function uploadStaffDocument(
  { query, upload }: HandlerInput<typeof contract.uploadStaffDocument>,
  context: Context,
): Promise<Reply<typeof contract.uploadStaffDocument>> {
  const { client, realmDb, actor } = context
  requireManager(actor)
  const examined = await examineUpload(upload, context)
  const documentId = await store({ ...query, ...examined }, context)
  if (examined.finding !== null) throw quarantined(examined.finding)
  const row = await findStaffDocument(realmDb, client.realm, documentId)
  if (!row) throw new Problem('not-found')
  return toResponse(row, client)
}

type ToStore = ExaminedUpload &
  Pick<HandlerInput<typeof contract.uploadStaffDocument>['query'], 'name' | 'type'>

/** As storeDocument: the row is committed before the bytes are written. */
async function store({ name, type, mediaType, bytes, finding }: ToStore, context: Context): Promise<string> {
  const { client, realmDb, documentFiles, actor, clock, request } = context
  const documentId = randomUUIDv7()
  const key = keyOfStaffDocument(client.realm, documentId)
  const dataKey = documentFiles.createKey(key)
  const at = clock.now()
  const sha256 = hash('sha256', bytes, 'buffer')
  await addRow(realmDb, {
    document_id: documentId,
    type,
    name: nameOfDocument(name, mediaType),
    media_type: mediaType,
    bytes: bytes.length,
    sha256,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
    added_by: actor.userId,
    added_at: at,
  })
  await putDocument(
    { db: realmDb, documentFiles, table: 'staff_document' },
    { documentId, file: { key, dataKey }, bytes, finding, at },
    trx =>
      recordAuditEvent(trx, {
        kind: finding === null ? 'staff-document-added' : 'staff-document-quarantined',
        userId: actor.userId,
        sessionId: actor.sessionId,
        at,
        address: request.ip,
        detail: { document: documentId, type, digest: sha256.toString('hex') },
      }),
  )
  return documentId
}

async function addRow(realmDb: Kysely<DB>, row: NewStaffDocumentRow): Promise<void> {
  try {
    await addStaffDocumentRow(realmDb, row)
  } catch (error) {
    if (!violates(error, 'documents_of_realm')) throw error
    throw new Problem('conflict', {
      detail: `There can be up to ${maxStaffDocuments.toLocaleString('en')} staff documents.`,
    })
  }
}
