import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { DataKeys } from '../../../server/files/data-keys.ts'
import { type Rotation, rotateKeys } from '../../documents/server/rotate-keys.ts'
import { bankFileOwner } from './bank-file-owner.ts'
import { replaceFileKey, withOldKeys } from './rotate-payment-keys.queries.ts'
import { fileOwner } from './run-file.ts'

/** Encrypts the data keys of a book's payment files and of the bank's files with the current key of the server, as rotateDocumentKeys does. */
export async function rotatePaymentKeys({
  book,
  db,
  keys,
}: {
  book: string
  db: Kysely<DB>
  keys: DataKeys
}): Promise<Rotation> {
  const files = await rotateKeys(keys, {
    ownerOf: runId => fileOwner(book, runId),
    batch: about => withOldKeys(db, 'payment_run', about),
    replace: about => replaceFileKey(db, 'payment_run', about),
  })
  const bankFiles = await rotateKeys(keys, {
    ownerOf: bankFileId => bankFileOwner(book, bankFileId),
    batch: about => withOldKeys(db, 'bank_file', about),
    replace: about => replaceFileKey(db, 'bank_file', about),
  })
  return {
    rotated: files.rotated + bankFiles.rotated,
    failed: [...files.failed, ...bankFiles.failed],
  }
}
