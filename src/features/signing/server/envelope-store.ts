import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { EncryptedFiles } from '../../../server/files/encrypted-files.ts'
import { type FileKey, fileKey } from '../../../server/files/files.ts'
import { abandonFile, addFileRow, completeFile, type FileKind, findFile } from './envelope-files.queries.ts'

/** Where envelopes of a book are stored. `db` is bound to the book. */
export type EnvelopeStore = { book: string; db: Kysely<DB>; documentFiles: EncryptedFiles }

/** The key of a file of an envelope in the file store. */
export const keyOfFile = (book: string, fileId: string): FileKey => fileKey(book, 'envelopes', fileId)

/**
 * Encrypts and stores a file of an envelope. Its row is committed before the bytes are written, and completed with the rows of the
 * caller after, so a crash leaves nothing that the clean-up (clean-envelopes.ts) does not know.
 *
 * @param begin checks and writes what belongs to the row, in its transaction; null stores nothing.
 * @param complete runs in the transaction that completes the file.
 */
export async function storeFile(
  { book, db, documentFiles }: EnvelopeStore,
  { kind, bytes, at }: { kind: FileKind; bytes: Uint8Array; at: Date },
  begin: (trx: Kysely<DB>) => Promise<{ envelopeId: string } | null>,
  complete: (trx: Kysely<DB>, envelopeId: string) => Promise<void>,
): Promise<void> {
  const fileId = randomUUIDv7()
  const key = keyOfFile(book, fileId)
  const dataKey = documentFiles.createKey(key)
  const file = { fileId, bytes: bytes.length, sha256: hash('sha256', bytes, 'buffer'), dataKey }
  const envelope = await db.transaction().execute(async trx => {
    const found = await begin(trx)
    if (found) await addFileRow(trx, found.envelopeId, kind, file)
    return found
  })
  if (!envelope) return
  try {
    await documentFiles.put({ key, dataKey }, bytes)
    await db.transaction().execute(async trx => {
      if (!(await completeFile(trx, fileId))) throw new Error(`storing the file ${fileId} took too long`)
      await complete(trx, envelope.envelopeId)
    })
  } catch (error) {
    await abandonFile(db, fileId, at)
    throw error
  }
}

/** The bytes of an envelope's file, which are those that were stored; null if there is none. */
export async function readFile(
  { book, db, documentFiles }: EnvelopeStore,
  envelopeId: string,
  kind: FileKind,
): Promise<Buffer | null> {
  const file = await findFile(db, envelopeId, kind)
  if (!file) return null
  const { fileId, dataKey, bytes, sha256 } = file
  const parts: Buffer[] = []
  for await (const part of documentFiles.read({ key: keyOfFile(book, fileId), dataKey, bytes }))
    parts.push(part)
  const read = Buffer.concat(parts)
  if (!hash('sha256', read, 'buffer').equals(sha256))
    throw new Error(`the file ${fileId} is not what was stored`)
  return read
}
