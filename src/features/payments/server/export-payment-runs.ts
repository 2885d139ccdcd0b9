import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { paymentRunsList } from '../payment-runs.list.ts'
import type * as contract from '../payments.contract.ts'
import { pageOfRuns } from './list-payment-runs.ts'
import type { PaymentContext } from './payment-context.ts'

export async function exportPaymentRuns(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportPaymentRuns>,
  context: PaymentContext,
): Promise<Reply<typeof contract.exportPaymentRuns>> {
  return await exportList({
    ...context,
    list: paymentRunsList,
    format,
    fileName: 'payment-runs',
    sheet: 'Payment Runs',
    readPage: page => pageOfRuns({ query: { ...query, ...page } }, context),
  })
}
