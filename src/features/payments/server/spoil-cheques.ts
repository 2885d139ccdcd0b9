import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../cheque-stock.contract.ts'
import { maxSpoiledAtOnce } from '../domain/cheque-stock.ts'
import { listNumbers, lockStock, type NumberState, voidBlankNumbers } from './cheque-stock.queries.ts'
import { requireCheques, stockResponse } from './cheque-stock.ts'
import type { PaymentContext } from './payment-context.ts'

/**
 * Makes numbers of the stock void whose cheques were spoiled or lost before they were issued, all or none. Throws `validation` for a number that
 * is not in the stock, was issued, or is void; `conflict` for a book that writes no cheques.
 */
export async function spoilCheques(
  { body }: HandlerInput<typeof contract.spoilCheques>,
  context: PaymentContext,
): Promise<Reply<typeof contract.spoilCheques>> {
  requireCheques(context)
  const { reason, ...typed } = body.data.attributes
  const [first, last] = [BigInt(typed.first), BigInt(typed.last)]
  if (last < first) throw fieldProblem('last', 'Enter the same number or a later one')
  if (last - first >= maxSpoiledAtOnce)
    throw fieldProblem('last', `Record at most ${maxSpoiledAtOnce} numbers at once`)
  const { userId, name } = personOf(context.actor)
  return await inTransaction(context.db, async trx => {
    await lockStock(trx)
    const found = await listNumbers(trx, { first, last })
    if (BigInt(found.length) !== last - first + 1n)
      throw fieldProblem('first', 'One of these numbers is in no box')
    const other = found.find(({ state }) => state !== 'blank')
    if (other) throw fieldProblem('first', localEnglish(spentSentence(other), context.client.locale))
    await voidBlankNumbers(trx, { first, last }, { reason, userId, name, at: context.clock.now() })
    return { stock: await stockResponse(trx, context, { first: 20 }) }
  })
}

function spentSentence({ number, state, run_number, is_released }: NumberState): string {
  if (state === 'void') return `Number ${number} is already void`
  if (run_number === null)
    return `Cheque ${number} was issued. Stop it at the bank, and record that on its grant`
  return is_released
    ? `Cheque ${number} is in payment run ${run_number}. Reprint it on the page of that run`
    : `Cheque ${number} is in payment run ${run_number}. Withdraw the approval of that run first`
}
