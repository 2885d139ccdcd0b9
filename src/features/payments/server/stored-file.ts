import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { decryptManyBytes } from '../../../server/files/encrypted-bytes.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { bankFileOwner } from './bank-file-owner.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { findStoredFile, readCiphertext } from './stored-file.queries.ts'

/** Decrypts and reads a stored bank file. Throws `not-found`. */
export async function readStoredFile(
  db: Kysely<DB>,
  bankFileId: string,
  context: PaymentContext,
): Promise<{ fileName: string; fileHash: string; bankFile: BankFile }> {
  const file = await findStoredFile(db, bankFileId)
  if (!file) throw new Problem('not-found')
  const owner = bankFileOwner(context.book.name, bankFileId)
  const read = async () =>
    await decryptManyBytes(context.documentFiles.keys, owner, {
      length: file.bytes,
      dataKey: { keyId: file.key_id, wrapped: file.data_key },
      parts: readCiphertext(db, bankFileId, file.bytes),
    })
  return {
    fileName: file.file_name,
    fileHash: file.file_hash,
    bankFile: await readBankFile(read, ownAccount(context), requesterOf(context)),
  }
}
