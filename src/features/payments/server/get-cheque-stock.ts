import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../cheque-stock.contract.ts'
import { stockResponse } from './cheque-stock.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'

/** How many cheques are left, the boxes, and the numbers that are void; nothing for a book that writes no cheques. */
export async function getChequeStock(
  { query: { first } }: HandlerInput<typeof contract.getChequeStock>,
  context: PaymentContext,
): Promise<Reply<typeof contract.getChequeStock>> {
  if (!payerOf(context).settings.cheques) return { stock: null }
  return { stock: await stockResponse(context.db, context, { first }) }
}
