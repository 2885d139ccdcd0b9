import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../month-end.contract.ts'
import { trialBalanceList } from '../trial-balance.list.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import type { MonthEndContext } from './month-end-context.ts'

export async function exportTrialBalance(
  { query: { format, ...range } }: HandlerInput<typeof contract.exportTrialBalance>,
  context: MonthEndContext,
): Promise<Reply<typeof contract.exportTrialBalance>> {
  const { data, from, to } = await getTrialBalance({ query: range }, context)
  return await exportList({
    ...context,
    list: trialBalanceList,
    format,
    fileName: `trial-balance-${from === to ? from : `${from}-to-${to}`}`,
    sheet: 'Trial balance',
    // The ledger accounts of 24 months are one page.
    readPage: async () => ({ data, meta: { total: data.length, next: null } }),
  })
}
