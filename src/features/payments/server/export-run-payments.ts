import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../run-payment.contract.ts'
import { runPaymentsLists } from '../run-payments.list.ts'
import { listRunPayments } from './list-run-payments.ts'
import type { PaymentContext } from './payment-context.ts'
import { codesOf } from './run-details.ts'
import { findRun } from './runs.queries.ts'

export async function exportRunPayments(
  { params, query: { format, ...query } }: HandlerInput<typeof contract.exportRunPayments>,
  context: PaymentContext,
): Promise<Reply<typeof contract.exportRunPayments>> {
  const run = await findRun(context.db, params.runId)
  if (!run) throw new Problem('not-found')
  return await exportList({
    ...context,
    list: runPaymentsLists[codesOf(run).method],
    format,
    fileName: `run-${run.run_number}`,
    sheet: `Run ${run.run_number}`,
    readPage: page => listRunPayments({ params, query: { ...query, ...page } }, context),
  })
}
