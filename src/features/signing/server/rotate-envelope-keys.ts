import { type Rotation, rotateKeys } from '../../documents/server/rotate-keys.ts'
import { filesWithOldKeys, replaceFileKey } from './envelope-files.queries.ts'
import { type EnvelopeStore, keyOfFile } from './envelope-store.ts'

/** Encrypts the data keys of a book's envelopes with the current key of the server, as rotateDocumentKeys does. */
export async function rotateEnvelopeKeys({
  book,
  db,
  documentFiles: { keys },
}: EnvelopeStore): Promise<Rotation> {
  return await rotateKeys(keys, {
    ownerOf: fileId => keyOfFile(book, fileId),
    batch: about => filesWithOldKeys(db, about),
    replace: about => replaceFileKey(db, about),
  })
}
