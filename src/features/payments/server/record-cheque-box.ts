import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { violates } from '../../../server/db/violates.ts'
import type * as contract from '../cheque-stock.contract.ts'
import { maxChequesOfBox } from '../domain/cheque-stock.ts'
import { insertBox, lockStock } from './cheque-stock.queries.ts'
import { chequeAccount, requireCheques, stockResponse } from './cheque-stock.ts'
import { fitsPositivePay } from './formats/positive-pay.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'

/**
 * Records a box of cheques of the account from which the book pays. Throws `validation` for numbers that are no box, of which one is in another
 * box, was used, or is too long for the bank’s files, or for a day to come; `conflict` for a book that writes no cheques.
 */
export async function recordChequeBox(
  { body }: HandlerInput<typeof contract.recordChequeBox>,
  context: PaymentContext,
): Promise<Reply<typeof contract.recordChequeBox>> {
  requireCheques(context)
  const { receivedOn, ...typed } = body.data.attributes
  const [first, last] = [BigInt(typed.first), BigInt(typed.last)]
  if (last < first) throw fieldProblem('last', 'Enter a number that follows the first')
  if (last - first >= maxChequesOfBox)
    throw fieldProblem('last', 'A box has at most 10,000 numbers. Record a larger delivery as several')
  const { positivePay } = payerOf(context).settings
  if (positivePay !== null && !fitsPositivePay({ chequeNumber: last, amountMinor: 0n }, positivePay))
    throw fieldProblem('last', 'The bank’s files have no room for so long a number')
  if (receivedOn > context.today) throw fieldProblem('receivedOn', 'Choose today or an earlier day')
  const { userId, name } = personOf(context.actor)
  try {
    return await inTransaction(context.db, async trx => {
      await lockStock(trx)
      await insertBox(trx, {
        box_id: randomUUIDv7(),
        bank_account: chequeAccount(context),
        first_number: first,
        last_number: last,
        received_on: receivedOn,
        ...{ recorded_by: userId, recorded_by_name: name, recorded_at: context.clock.now() },
      })
      return { stock: await stockResponse(trx, context, { first: 20 }) }
    })
  } catch (error) {
    if (violates(error, 'cheque_number_pkey'))
      throw fieldProblem('first', 'One of these numbers is in another box')
    if (violates(error, 'number_is_unused'))
      throw fieldProblem(
        'first',
        'One of these numbers has already been used. Begin with the next unused one',
      )
    throw error
  }
}
