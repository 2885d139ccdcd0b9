import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type * as contract from '../fees.contract.ts'
import { waitingFeesList } from '../waiting-fees.list.ts'
import { listWaitingFees } from './list-waiting-fees.ts'

export const exportWaitingFees = async (
  { query: { format, ...query } }: HandlerInput<typeof contract.exportWaitingFees>,
  context: BatchContext,
): Promise<Reply<typeof contract.exportWaitingFees>> =>
  await exportList({
    ...context,
    list: waitingFeesList,
    format,
    fileName: 'waiting-fees',
    sheet: 'Waiting fees',
    readPage: page => listWaitingFees({ query: { ...query, ...page } }, context),
  })
