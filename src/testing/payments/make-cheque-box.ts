import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { clientOfBook } from '../../clients/clients.ts'
import { isoDate } from '../../domain/dates.ts'
import {
  insertBox,
  insertReprint,
  issueNumbers,
  voidIssuedNumber,
} from '../../features/payments/server/cheque-stock.queries.ts'
import { chequeAccount } from '../../features/payments/server/cheque-stock.ts'
import { updatePayment } from '../../features/payments/server/payments.queries.ts'
import type { DB } from '../../server/db/schema.ts'

/** Boxes of tests begin here, each with numbers of its own in a database. */
let lastNumber = 50_000_000

export type MadeBox = { boxId: string; first: string; last: string }

/** Records a box of a book, as staff before the test received it. `count`: its cheques. */
export async function makeChequeBox(
  trx: Kysely<DB>,
  { book, count = 20, now = new Date() }: { book: string; count?: number; now?: Date },
): Promise<MadeBox> {
  const client = clientOfBook(book)
  const [first, last] = [String(lastNumber + 1), String(lastNumber + count)]
  lastNumber += count
  const boxId = randomUUIDv7()
  await insertBox(trx, {
    box_id: boxId,
    bank_account: chequeAccount({ book: client.book, client }),
    first_number: BigInt(first),
    last_number: BigInt(last),
    received_on: isoDate('2026-01-05'),
    ...{ recorded_by: randomUUID(), recorded_by_name: 'Somebody before', recorded_at: now },
  })
  return { boxId, first, last }
}

/** The next number of the stock of a book, from a further box where none is left; null for a book without a box. */
export async function nextOfStock(trx: Kysely<DB>, book: string): Promise<bigint | null> {
  const { rows } = await sql<{ has_box: boolean; number: bigint | null }>`
    select exists (select from cheque_box) as has_box, min(number) as number from cheque_number where state = 'blank'`.execute(
    trx,
  )
  const [found] = rows
  if (!found?.has_box) return null
  return found.number ?? BigInt((await makeChequeBox(trx, { book })).first)
}

/** Gives the cheque of a released run another number of the stock, as somebody else did before the test. */
export async function makeReprint(
  trx: Kysely<DB>,
  { book, runId, paymentId, now }: { book: string; runId: string; paymentId: string; now: Date },
): Promise<void> {
  const { cheque_number: spoiled } = await trx
    .selectFrom('payment')
    .select('cheque_number')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const number = await nextOfStock(trx, book)
  if (spoiled === null || number === null) throw new Error('the payment has no cheque of the stock')
  const by = { userId: randomUUID(), name: 'Somebody before', reason: 'Torn', at: now }
  await insertReprint(trx, {
    ...{ spoiled_number: spoiled, number, run_id: runId, payment_id: paymentId, reason: by.reason },
    ...{ reprinted_by: by.userId, reprinted_by_name: by.name, reprinted_at: now },
  })
  await voidIssuedNumber(trx, spoiled, by)
  await issueNumbers(trx, [{ number: String(number), payment_id: paymentId }])
  await updatePayment(trx, paymentId, { cheque_number: number })
}
