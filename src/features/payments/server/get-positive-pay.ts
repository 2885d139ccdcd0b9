import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../positive-pay.contract.ts'
import type { PositivePay } from '../positive-pay.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { listPositivePayFiles } from './positive-pay.queries.ts'
import { fileResponse, readUntold, sumItems } from './positive-pay.ts'

/** What the bank has not been told about cheques yet, and the latest files. */
export async function getPositivePay(
  { query: { first } }: HandlerInput<typeof contract.getPositivePay>,
  context: PaymentContext,
): Promise<PositivePay> {
  const [{ layout, items, tooLarge, refusal }, files] = await Promise.all([
    readUntold(context.db, context, { lock: false }),
    listPositivePayFiles(context.db, first),
  ])
  return {
    layout,
    currency: context.book.currency,
    waiting: sumItems(items),
    tooLarge: tooLarge.slice(0, 20).map(({ chequeNumber }) => String(chequeNumber)),
    refusal,
    data: files.rows.map(fileResponse),
    meta: { total: files.total },
  }
}
