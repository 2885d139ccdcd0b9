import type { DataKeys, WrappedKey } from '../../../server/files/data-keys.ts'
import { documentsWithOldKeys, replaceDataKey } from './rotate-keys.queries.ts'
import { type DocumentStore, keyOfDocument } from './store-document.ts'

const batchSize = 200

export type Rotation = { rotated: number; failed: { documentId: string; keyId: string }[] }

/**
 * Encrypts the data keys of a book's documents with the current key of the server. The documents themselves stay as they are. Safe to
 * run while the portal runs, and to repeat after an interruption.
 *
 * @returns how many were rotated, and those whose key the server does not have or cannot use.
 */
export async function rotateDocumentKeys({
  book,
  db,
  documentFiles: { keys },
}: DocumentStore): Promise<Rotation> {
  return await rotateKeys(keys, {
    ownerOf: documentId => keyOfDocument(book, documentId),
    batch: about => documentsWithOldKeys(db, about),
    replace: about => replaceDataKey(db, about),
  })
}

type Batch = { currentKeyId: string; after: string | null; limit: number }
type Replacement = { documentId: string; former: WrappedKey; next: WrappedKey }

/** The same for any table of encrypted files. `batch` returns rows in the order of their ids, those after `after`. */
export async function rotateKeys(
  keys: DataKeys,
  table: {
    ownerOf: (documentId: string) => string
    batch: (about: Batch) => Promise<({ documentId: string } & WrappedKey)[]>
    replace: (about: Replacement) => Promise<boolean>
  },
): Promise<Rotation> {
  const failed: Rotation['failed'] = []
  let rotated = 0
  let after: string | null = null
  for (;;) {
    const batch = await table.batch({ currentKeyId: keys.currentKeyId, after, limit: batchSize })
    for (const { documentId, ...former } of batch) {
      const owner = table.ownerOf(documentId)
      const next = rewrap(former, next => keys.wrap(keys.unwrap(next, owner), owner))
      if (next === null) failed.push({ documentId, keyId: former.keyId })
      else if (await table.replace({ documentId, former, next })) rotated += 1
    }
    const last = batch.at(-1)
    if (!last) return { rotated, failed }
    after = last.documentId
  }
}

function rewrap(former: WrappedKey, wrap: (former: WrappedKey) => WrappedKey): WrappedKey | null {
  try {
    return wrap(former)
  } catch {
    return null
  }
}
