import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../bank-month.contract.ts'
import { bankMonthItemsList } from '../bank-month-items.list.ts'
import { listBankMonthItems } from './list-bank-month-items.ts'

export async function exportBankMonthItems(
  { params, query: { format, ...query } }: HandlerInput<typeof contract.exportBankMonthItems>,
  context: PaymentContext,
): Promise<Reply<typeof contract.exportBankMonthItems>> {
  return await exportList({
    ...context,
    list: bankMonthItemsList,
    format,
    fileName: `bank-${params.account}-${params.month}`,
    sheet: params.month,
    readPage: page => listBankMonthItems({ params, query: { ...query, ...page } }, context),
  })
}
