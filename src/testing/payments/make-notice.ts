import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { bankFileOwner } from '../../features/payments/server/bank-file-owner.ts'
import { readChange } from '../../features/payments/server/bank-files/change-notice.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { nachaFile } from './bank-files.ts'

type NoticeToMake = { book: string; paymentId: string; now: Date; keys: DataKeys }

/** Writes a notice of change (C01) about a payment, which waits for a person, with its file. Returns its id. */
export async function makeNotice(
  trx: Kysely<DB>,
  { book, paymentId, now, keys }: NoticeToMake,
): Promise<string> {
  const [bankFileId, noticeId] = [randomUUIDv7(), randomUUIDv7()]
  const corrected = '55512345'
  const reference = `GRANT-${String(Date.now()).slice(-7)}`
  const bytes = Buffer.from(nachaFile([{ reference, amountMinor: 0n, code: 'C01', corrected }]))
  const { ciphertext, dataKey } = encryptBytes(keys, bankFileOwner(book, bankFileId), bytes)
  await trx
    .insertInto('bank_file')
    .values({
      bank_file_id: bankFileId,
      file_hash: hash('sha256', bankFileId),
      file_name: 'notice.ach',
      format: 'nacha',
      file_ciphertext: ciphertext,
      key_id: dataKey.keyId,
      data_key: dataKey.wrapped,
      applied_by: randomUUID(),
      applied_by_name: 'Somebody before',
      applied_at: now,
    })
    .execute()
  await trx
    .insertInto('change_notice')
    .values({
      notice_id: noticeId,
      bank_file_id: bankFileId,
      line: 3,
      code: 'C01',
      reference,
      traces: noticeId,
      correction: readChange('C01', corrected.padEnd(29)).text,
      payment_id: paymentId,
      received_at: now,
      problem: 'Other details of this charity are awaiting confirmation.',
    })
    .execute()
  return noticeId
}
