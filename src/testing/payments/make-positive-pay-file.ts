import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import {
  insertPositivePayFile,
  nextPositivePayNumber,
} from '../../features/payments/server/positive-pay.queries.ts'
import type { DB } from '../../server/db/schema.ts'

/** Writes a file that told the bank about the cheque of a payment, and returns its id. */
export async function makePositivePayFile(
  trx: Kysely<DB>,
  { book, paymentId, now }: { book: string; paymentId: string; now: Date },
): Promise<string> {
  const fileId = randomUUIDv7()
  const { cheque_number, amount_minor } = await trx
    .selectFrom('payment')
    .select(['cheque_number', 'amount_minor'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  if (cheque_number === null) throw new Error('the payment has no cheque')
  const content = Buffer.from(`Cheque ${cheque_number} of ${book}`)
  const sums = { issues: 1, issued_minor: amount_minor, voids: 0, voided_minor: 0n }
  const file = {
    ...{ file_id: fileId, number: await nextPositivePayNumber(trx), ...sums },
    layout: 'first-american' as const,
    ...{ file_name: `cheques of ${book}.txt`, content, digest: hash('sha256', content) },
    ...{ created_by: randomUUID(), created_by_name: 'Somebody before', created_at: now },
  }
  const item = { payee_name: 'The charity', issued_on: '2026-11-20' as IsoDate, voided_on: null }
  await insertPositivePayFile(trx, file, [{ payment_id: paymentId, cheque_number, amount_minor, ...item }])
  return fileId
}
