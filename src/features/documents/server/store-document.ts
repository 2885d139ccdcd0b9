import { hash, randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { EncryptedFiles } from '../../../server/files/encrypted-files.ts'
import { type FileKey, fileKey } from '../../../server/files/files.ts'
import {
  type DocumentMediaType,
  maxDocumentBytes,
  maxDocuments,
  nameOfDocument,
} from '../../files/domain/document-files.ts'
import { type DocumentType, type ReaderRole, rulesOf } from '../domain/document-types.ts'
import { addDocumentRow, findByCause } from './documents.queries.ts'
import { abandonDocument, completeDocument, type DocumentTable } from './stored-documents.queries.ts'

/** Where documents of a book are stored. `db` is bound to the book. */
export type DocumentStore = { book: string; db: Kysely<DB>; documentFiles: EncryptedFiles }

/** The owner of a document: an account, or an application until there is an account. */
export type DocumentOwner = { accountId: string } | { applicationId: string }

export type NewDocument = DocumentOwner & {
  type: DocumentType
  /** The wanted file name; unsafe characters are removed. */
  name: string
  mediaType: DocumentMediaType
  /** Stored as they are. Bytes from outside must have passed examineDocument. */
  bytes: Uint8Array
  /** Who may read it; absent: the readers of its type. */
  readers?: readonly ReaderRole[]
  /** Identifies the document of a job. Storing a second document with the same cause returns the first. */
  cause?: string
  /** What a virus scanner found: the document is quarantined, and nobody can read it. */
  finding?: string
  /** Null for documents that the portal creates. */
  addedBy: { userId: string; sessionId: string; address: string } | null
  at: Date
}

type StoredDocument = { documentId: string; isNew: boolean }

/** The key of a document's bytes in the file store. */
export const keyOfDocument = (book: string, documentId: string): FileKey =>
  fileKey(book, 'account-documents', documentId)

/**
 * Encrypts and stores a document of an account. The row is committed before the bytes are written and completed after, so that no
 * crash leaves a document without bytes, or bytes that the clean-up (clean-documents.ts) does not know.
 *
 * @param completeWith runs in the transaction that completes the document: rows that exist only together with it.
 * @throws Problem conflict if the fund has as many documents as it may have.
 */
export async function storeDocument(
  store: DocumentStore,
  document: NewDocument,
  completeWith?: (trx: Kysely<DB>, documentId: string) => Promise<void>,
): Promise<StoredDocument> {
  const { db, documentFiles, book } = store
  if (document.bytes.length < 1 || document.bytes.length > maxDocumentBytes)
    throw new Error(`a document has ${document.bytes.length} bytes`)
  const documentId = randomUUIDv7()
  const key = keyOfDocument(book, documentId)
  const dataKey = documentFiles.createKey(key)
  const earlier = await addOrFind(db, { ...document, documentId, dataKey })
  if (earlier !== null) return { documentId: earlier, isNew: false }
  const { bytes, finding = null, at } = document
  await putDocument(
    { db, documentFiles, table: 'document' },
    { documentId, file: { key, dataKey }, bytes, finding, at },
    async trx => await completeWith?.(trx, documentId),
  )
  return { documentId, isNew: true }
}

type DocumentToPut = {
  documentId: string
  file: Parameters<EncryptedFiles['put']>[0]
  bytes: Uint8Array
  finding: string | null
  at: Date
}

/** Writes the bytes of a document whose row is committed, and completes it. If that fails, the document is abandoned. */
export async function putDocument(
  { db, documentFiles, table }: { db: Kysely<DB>; documentFiles: EncryptedFiles; table: DocumentTable },
  { documentId, file, bytes, finding, at }: DocumentToPut,
  completeWith: (trx: Kysely<DB>) => Promise<void>,
): Promise<void> {
  try {
    await documentFiles.put(file, bytes)
    await db.transaction().execute(async trx => {
      if (!(await completeDocument(trx, table, { documentId, finding, at })))
        throw new TakenOver('Storing the document took too long. Please try again.')
      await completeWith(trx)
    })
  } catch (error) {
    await abandonDocument(db, table, documentId, at)
    throw error
  }
}

/** Another attempt has taken over, or a clean-up has abandoned this one. */
class TakenOver extends Problem {
  constructor(detail: string) {
    super('conflict', { detail })
  }
}

/**
 * The same for jobs that may run twice at once: the attempt that another has taken over ends without an error. If the other ends
 * before it has stored the document, the schedule starts the job again.
 */
export async function storeDocumentInJob(...args: Parameters<typeof storeDocument>): Promise<void> {
  try {
    await storeDocument(...args)
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
  }
}

type RowToAdd = NewDocument & { documentId: string; dataKey: ReturnType<EncryptedFiles['createKey']> }

/** @returns the complete document with the same cause; null if the row was added. */
async function addOrFind(db: Kysely<DB>, document: RowToAdd): Promise<string | null> {
  const { addedBy, at, cause = null, readers = rulesOf(document.type).readers } = document
  const row = {
    document_id: document.documentId,
    account_id: 'accountId' in document ? document.accountId : null,
    application_id: 'applicationId' in document ? document.applicationId : null,
    type: document.type,
    name: nameOfDocument(document.name, document.mediaType),
    media_type: document.mediaType,
    bytes: document.bytes.length,
    sha256: hash('sha256', document.bytes, 'buffer'),
    readers: [...readers],
    cause,
    key_id: document.dataKey.keyId,
    data_key: document.dataKey.wrapped,
    added_by: addedBy?.userId ?? null,
    session_id: addedBy?.sessionId ?? null,
    address: addedBy && isIP(addedBy.address) ? addedBy.address : null,
    added_at: at,
  }
  try {
    return await db.transaction().execute(async trx => {
      const earlier = cause === null ? undefined : await findByCause(trx, cause)
      if (earlier && earlier.state !== 'storing') return earlier.documentId
      // An attempt that never finished. If it is still running, it will notice this and fail.
      if (earlier) await abandonDocument(trx, 'document', earlier.documentId, at)
      if (!(await addDocumentRow(trx, row))) throw new TakenOver('Someone else is uploading this document.')
      return null
    })
  } catch (error) {
    if (violates(error, 'documents_of_fund'))
      throw new Problem('conflict', {
        detail: `An account can have up to ${maxDocuments.toLocaleString('en')} documents. Please call us if you need to add more.`,
      })
    if (violates(error, 'papers_of_application'))
      throw new Problem('conflict', {
        detail:
          'This application already has as many documents as it can have. Please call us if you need to add more.',
      })
    throw error
  }
}
