import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import { maxPaymentsOfRun } from '../domain/payment-run.ts'
import type { RunDetails } from '../payments.contract.ts'
import type * as contract from '../print-cheques.contract.ts'
import { insertReprint, issueNumbers, voidIssuedNumber } from './cheque-stock.queries.ts'
import { stockViolation, takeNumbers } from './cheque-stock.ts'
import { listChequesToPrint } from './letters.queries.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { lockPayment, updatePayment } from './payments.queries.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun } from './run-commands.ts'
import { fileOwner, writeRegister } from './run-file.ts'
import { type RunRecord, updateRun } from './runs.queries.ts'

/**
 * Gives a cheque that the printer spoiled the next number of the stock: the former one becomes void, and the register names the new one. Nothing
 * is posted; the run posts once, when it is recorded as sent. Throws `conflict` before the release, once the cheques were posted, and where the
 * stock is empty, or is not where the cheques of the run are from; `access-denied` to the person who released the run; `not-found`.
 */
export const reprintCheque = (
  { params: { runId, paymentId }, body }: HandlerInput<typeof contract.reprintCheque>,
  context: PaymentContext,
): Promise<RunDetails> =>
  commandRun(runId, 'reprint', context, async (trx, run) => {
    const { reason } = body.data.attributes
    const payment = await lockPayment(trx, paymentId)
    const spoiled = payment?.run_id === runId ? payment.cheque_number : null
    if (spoiled === null) throw new Problem('not-found')
    const violation = await stockViolation(trx, runId, context)
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    const [number] = (await takeNumbers(trx, { count: 1, firstCheque: null }, context)).numbers
    if (number === undefined) throw new Error('the stock gave no number')
    const { userId, name } = personOf(context.actor)
    const at = context.clock.now()
    await insertReprint(trx, {
      ...{ spoiled_number: spoiled, number, run_id: runId, payment_id: paymentId, reason },
      ...{ reprinted_by: userId, reprinted_by_name: name, reprinted_at: at },
    })
    await voidIssuedNumber(trx, spoiled, { reason, userId, name, at })
    await issueNumbers(trx, [{ number: String(number), payment_id: paymentId }])
    await updatePayment(trx, paymentId, { cheque_number: number })
    await rewriteRegister(trx, run, context)
    await recordRunEvent(
      trx,
      context,
      runId,
      'reprinted',
      `${spoiled}, now ${number}: ${reason}`.slice(0, 1000),
    )
  })

/** The register with the new number, under a key of its own. */
async function rewriteRegister(trx: Kysely<DB>, run: RunRecord, context: PaymentContext): Promise<void> {
  const { client } = payerOf(context)
  const rows = await listChequesToPrint(trx, run.run_id, { number: null, offset: 0, limit: maxPaymentsOfRun })
  const bytes = await writeRegister(
    run,
    rows.map(row => ({
      number: String(row.cheque_number),
      payeeName: row.payee_name ?? '',
      payeeAddress: row.payee_address,
      amountMinor: row.amount_minor,
      reference: row.reference,
    })),
    client,
  )
  const { keys } = context.documentFiles
  const { ciphertext, dataKey } = encryptBytes(keys, fileOwner(context.book.name, run.run_id), bytes)
  await updateRun(trx, run.run_id, {
    file_hash: hash('sha256', bytes),
    file_ciphertext: ciphertext,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
  })
}
