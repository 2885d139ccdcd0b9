import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { bankFileOwner } from '../../features/payments/server/bank-file-owner.ts'
import type { BankFile, DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'

type FileToStore = {
  book: string
  fileName: string
  format: BankFile['format']
  content: string
  keys: DataKeys
  appliedAt: Date
}

/** Writes a bank file that somebody has applied. Returns its id. */
export async function storeTestFile(
  trx: Kysely<DB>,
  { book, fileName, format, content, keys, appliedAt }: FileToStore,
): Promise<string> {
  const bankFileId = randomUUIDv7()
  const { ciphertext, dataKey } = encryptBytes(keys, bankFileOwner(book, bankFileId), Buffer.from(content))
  await trx
    .insertInto('bank_file')
    .values({
      bank_file_id: bankFileId,
      file_hash: hash('sha256', bankFileId),
      file_name: fileName,
      format,
      file_ciphertext: ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      applied_by: randomUUID(),
      applied_by_name: 'Somebody before',
      applied_at: appliedAt,
    })
    .execute()
  return bankFileId
}
