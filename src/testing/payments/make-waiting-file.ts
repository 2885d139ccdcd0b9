import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { bankFileOwner } from '../../features/payments/server/bank-file-owner.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { pain002File } from './bank-files.ts'

type FileToMake = { book: string; fileName: string; keys: DataKeys; by: string; at: Date }

/** Writes a bank file that waits for a second person and names no run of ours. Returns the ids of both. */
export async function makeWaitingFile(
  db: Kysely<DB>,
  { book, fileName, keys, by, at }: FileToMake,
): Promise<{ bankFileId: string; requestId: string }> {
  const [bankFileId, requestId] = [randomUUIDv7(), randomUUIDv7()]
  const bytes = Buffer.from(pain002File(999_999, { group: 'RJCT', groupReason: 'FF01' }))
  const { ciphertext, dataKey } = encryptBytes(keys, bankFileOwner(book, bankFileId), bytes)
  const fileHash = hash('sha256', bankFileId)
  await db
    .insertInto('bank_file')
    .values({
      bank_file_id: bankFileId,
      file_hash: fileHash,
      file_name: fileName,
      format: 'pain.002',
      file_ciphertext: ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
    })
    .execute()
  const none = { payments: 0, amountMinor: '0' }
  const summary = { cleared: none, returned: none, rejectedRuns: [], changes: 0, toDecide: 0 }
  await db
    .insertInto('posting_request')
    .values({
      request_id: requestId,
      kind: 'bank-file',
      subject_id: bankFileId,
      account_id: null,
      amount_minor: 25_000_00n,
      input: JSON.stringify({
        planHash: fileHash,
        confirmed: '',
        summary: { ...summary, rejected: { payments: 1, amountMinor: '2500000' } },
      }),
      requested_by: by,
      requested_by_name: 'A colleague',
      requested_at: at,
    })
    .execute()
  return { bankFileId, requestId }
}
