import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { batchDetails } from '../../posting-batches/server/get-posting-batch.ts'
import { feeChargesList } from '../fee-charges.list.ts'
import type * as contract from '../fees.contract.ts'
import { listFeeCharges } from './list-fee-charges.ts'

export async function exportFeeCharges(
  { params, query: { format, ...query } }: HandlerInput<typeof contract.exportFeeCharges>,
  context: BatchContext,
): Promise<Reply<typeof contract.exportFeeCharges>> {
  const { batchNumber } = await batchDetails(params.batchId, context)
  return await exportList({
    ...context,
    list: feeChargesList,
    format,
    fileName: `fees-of-batch-${batchNumber}`,
    sheet: `Batch ${batchNumber}`,
    readPage: page => listFeeCharges({ params, query: { ...query, ...page } }, context),
  })
}
