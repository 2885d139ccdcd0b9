import { hash, randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../positive-pay.contract.ts'
import { positivePayFileType, writePositivePay } from './formats/positive-pay.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { insertPositivePayFile, listPositivePayFiles, nextPositivePayNumber } from './positive-pay.queries.ts'
import { fileResponse, readUntold, sumItems } from './positive-pay.ts'

/**
 * Stores a file of what the bank has not been told about cheques yet, for a download that gives the same bytes each time. Each cheque is in one
 * file as issued and in one as void. Where there is nothing to tell it returns the last file. Throws `conflict` where there is none either.
 */
export async function createPositivePayFile(
  _input: HandlerInput<typeof contract.createPositivePayFile>,
  context: PaymentContext,
): Promise<Reply<typeof contract.createPositivePayFile>> {
  const { client, settings } = payerOf(context)
  return await inTransaction(context.db, async trx => {
    const number = await nextPositivePayNumber(trx)
    const { layout, items, refusal } = await readUntold(trx, context, { lock: true })
    if (refusal !== null || layout === null) {
      const [last] = (await listPositivePayFiles(trx, 1)).rows
      if (last) return { ...fileResponse(last), isNew: false }
      throw new Problem('conflict', { detail: refusal ?? '' })
    }
    const sums = sumItems(items)
    const content = Buffer.from(
      writePositivePay(items, { layout, accountNumber: settings.accountNumber }),
      'ascii',
    )
    const { userId, name } = personOf(context.actor)
    const row = {
      ...{ file_id: randomUUIDv7(), number, layout },
      ...{ issues: sums.issues, issued_minor: sums.issuedMinor },
      ...{ voids: sums.voids, voided_minor: sums.voidedMinor },
      file_name: `${client.name}-positive-pay-${number}.${positivePayFileType(layout).extension}`,
      digest: hash('sha256', content),
      ...{ created_by_name: name, created_at: context.clock.now() },
    }
    await insertPositivePayFile(
      trx,
      { ...row, content, created_by: userId },
      items.map(item => ({
        payment_id: item.paymentId,
        cheque_number: item.chequeNumber,
        amount_minor: item.amountMinor,
        payee_name: item.payeeName,
        issued_on: item.issuedOn,
        voided_on: item.voidedOn,
      })),
    )
    return { ...fileResponse(row), isNew: true }
  })
}
