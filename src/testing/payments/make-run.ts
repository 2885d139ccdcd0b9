import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clientOfBook } from '../../clients/clients.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { issueNumbers } from '../../features/payments/server/cheque-stock.queries.ts'
import { fileOwner } from '../../features/payments/server/run-file.ts'
import { nextRunNumber } from '../../features/payments/server/runs.queries.ts'
import { screenGrants } from '../../features/screening/server/payment-stops.ts'
import type { DB } from '../../server/db/schema.ts'
import type { DataKeys } from '../../server/files/data-keys.ts'
import { encryptBytes } from '../../server/files/encrypted-bytes.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import { makeChequeBox, makeReprint, nextOfStock } from './make-cheque-box.ts'
import { makePositivePayFile } from './make-positive-pay-file.ts'

export type MadeRunState = 'created' | 'approved' | 'released' | 'sent'

type RunToMake = {
  book: string
  grantId: string
  state: MadeRunState
  now: Date
  today: IsoDate
  approvedBy?: string
  method?: 'eft' | 'cheque'
  reference?: string
  keys?: DataKeys
}

const formatOf = (book: string) => {
  const { payments } = clientOfBook(book)
  if (payments === null) throw new Error(`the book ${book} pays nothing`)
  return payments.format
}

const letter = { salutation: 'To the charity', paragraphs: ['A grant for you.'], closing: 'The sponsor' }
/** Cheques of made runs count from here, each once in a database. */
let lastCheque = 900_000n

/** Writes a run with the payment of one scheduled grant, as people before the test brought it to this state. */
export async function makeRun(
  trx: Kysely<DB>,
  about: RunToMake,
): Promise<{ runId: string; paymentId: string }> {
  const { grantId, state, now, today, method = 'eft', approvedBy = randomUUID() } = about
  const [runId, paymentId] = [randomUUIDv7(), randomUUIDv7()]
  const grant = await trx
    .selectFrom('grant_recommendation')
    .select(['charity_id', 'amount_minor', 'transaction_id'])
    .where('grant_id', '=', grantId)
    .executeTakeFirstOrThrow()
  const requester = portalOf(clientOfBook(about.book))
  await screenGrants(trx, [grantId], { book: about.book, at: now, requester })
  const isCreated = state === 'created'
  const isReleased = state === 'released' || state === 'sent'
  const isSent = state === 'sent'
  await trx
    .insertInto('payment_run')
    .values({
      run_id: runId,
      run_number: await nextRunNumber(trx),
      method,
      format: method === 'cheque' ? 'cheques' : formatOf(about.book),
      cutoff_at: now,
      payment_on: today,
      state: state === 'released' ? 'approved' : state,
      ...by('created', randomUUID(), now),
      checked_at: now,
      ...(isCreated ? {} : { ...by('approved', approvedBy, now), ...fileOf(about, runId) }),
      ...(isReleased ? by('released', randomUUID(), now) : {}),
      ...(isSent ? by('sent', randomUUID(), now) : {}),
    } as Parameters<ReturnType<typeof trx.insertInto<'payment_run'>>['values']>[0])
    .execute()
  const ofStock = method === 'cheque' && !isCreated ? await nextOfStock(trx, about.book) : null
  if (ofStock === null) lastCheque += 1n
  const chequeNumber = ofStock ?? lastCheque
  await trx
    .insertInto('payment')
    .values({
      payment_id: paymentId,
      run_id: runId,
      grant_id: grantId,
      charity_id: grant.charity_id,
      amount_minor: grant.amount_minor,
      reference: about.reference ?? `GRANT-${grant.transaction_id}`,
      payee_name: 'The charity',
      ...(isCreated
        ? {}
        : {
            place: 1,
            letter: JSON.stringify(letter),
            cheque_number: method === 'cheque' ? chequeNumber : null,
          }),
    })
    .execute()
  if (ofStock !== null) await issueNumbers(trx, [{ number: String(ofStock), payment_id: paymentId }])
  return { runId, paymentId }
}

const by = (what: 'created' | 'approved' | 'released' | 'sent', userId: string, at: Date) => ({
  [`${what}_by`]: userId,
  [`${what}_by_name`]: 'Somebody before',
  [`${what}_at`]: at,
})

/** The file of an approved run. Without keys it cannot be decrypted. */
function fileOf({ book, keys }: RunToMake, runId: string) {
  const bytes = Buffer.from('the file of a run')
  const { ciphertext, dataKey } = keys
    ? encryptBytes(keys, fileOwner(book, runId), bytes)
    : { ciphertext: bytes, dataKey: { keyId: 'none', wrapped: bytes } }
  return {
    file_name: 'run.txt',
    file_hash: hash('sha256', bytes),
    file_ciphertext: ciphertext,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
  }
}

/** A row in each table about payments: a sent run with its event, a bank file, a file about its reprinted cheque, and a box. */
export async function makePaymentRows(trx: Kysely<DB>, book: string, grantId: string): Promise<void> {
  const now = new Date()
  await makeChequeBox(trx, { book, now })
  const run = {
    book,
    grantId,
    method: 'cheque' as const,
    now,
    today: now.toISOString().slice(0, 10) as IsoDate,
  }
  const { runId, paymentId } = await makeRun(trx, { ...run, state: 'released' })
  await makeReprint(trx, { book, runId, paymentId, now })
  await makePositivePayFile(trx, { book, paymentId, now })
  const person = { actor_user_id: randomUUID(), actor_name: 'x' }
  await trx
    .insertInto('payment_run_event')
    .values({ run_id: runId, step: 1, kind: 'sent', ...person, at: now })
    .execute()
  const sent = by('sent', person.actor_user_id, now)
  await trx
    .updateTable('payment_run')
    .set({ state: 'sent', ...sent })
    .where('run_id', '=', runId)
    .execute()
  const bankFileId = randomUUIDv7()
  await trx
    .insertInto('bank_file')
    .values({
      bank_file_id: bankFileId,
      file_hash: hash('sha256', book),
      file_name: 'answer.xml',
      format: 'camt.053',
      file_ciphertext: Buffer.alloc(1),
      key_id: 'none',
      data_key: Buffer.alloc(1),
      applied_by: randomUUID(),
      applied_by_name: 'x',
      applied_at: now,
    })
    .execute()
  await trx
    .insertInto('bank_file_answer')
    .values({ bank_file_id: bankFileId, line: 1, question: 'x', is_confirmed: false })
    .execute()
  await trx
    .insertInto('bank_line')
    .values({
      bank_line_id: randomUUIDv7(),
      bank_account: '099990011/1',
      booked_on: now.toISOString().slice(0, 10) as IsoDate,
      is_credit: true,
      is_reversal: false,
      amount_minor: 1n,
      bank_entry_id: randomUUIDv7(),
      entry_is_credit: true,
      entry_amount_minor: 1n,
      parts: 1,
      part_position: 1,
      detail: 'x',
      bank_file_id: bankFileId,
      line: 1,
    })
    .execute()
  await trx
    .insertInto('bank_file_line')
    .values({ bank_file_id: bankFileId, line: 1, payment_id: paymentId, effect: 'cleared', detail: 'x' })
    .execute()
  await trx
    .insertInto('change_notice')
    .values({
      notice_id: randomUUIDv7(),
      bank_file_id: bankFileId,
      line: 1,
      code: 'C01',
      traces: '1 2 3',
      correction: 'x',
      received_at: now,
    })
    .execute()
}

/** A row in each table about money that waits for a second person. */
export async function makePostingRows(trx: Kysely<DB>, accountId: string): Promise<void> {
  const command = { kind: 'void' as const, amount_minor: 1n }
  await trx
    .insertInto('posting_command')
    .values({ ...command, user_id: randomUUID(), at: new Date() })
    .execute()
  await trx
    .insertInto('posting_request')
    .values({
      ...command,
      request_id: randomUUID(),
      subject_id: randomUUID(),
      account_id: accountId,
      input: '{}',
      requested_by: randomUUID(),
      requested_by_name: 'x',
      requested_at: new Date(),
    })
    .execute()
}
