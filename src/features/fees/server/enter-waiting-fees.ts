import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { batchDetails } from '../../posting-batches/server/get-posting-batch.ts'
import { planBatch } from '../../posting-batches/server/plan-batch.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import { hashOfLines } from '../../posting-batches/server/read-batch-file.ts'
import { storeBatch } from '../../posting-batches/server/store-batch.ts'
import type * as contract from '../fees.contract.ts'
import { listPayableFees } from './fees.queries.ts'
import { requireNoOpenFees } from './plan-fee-run.ts'

/**
 * Stores what funds can pay now of the fees of a kind that wait, as a batch, and asks a second person to confirm it. Throws `conflict` if no
 * fund can pay any, or while other fees are posted.
 */
export async function enterWaitingFees(
  { body }: HandlerInput<typeof contract.enterWaitingFees>,
  context: BatchContext,
): Promise<Reply<typeof contract.enterWaitingFees>> {
  const { kind, reference } = body.data.attributes
  const { today } = context
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    await requireNoOpenFees(trx)
    const payable = await listPayableFees(trx, kind)
    const { lines } = await planBatch(
      trx,
      {
        rows: payable.map(({ fund_id: fundId, minor }, index) => ({
          ...{ line: index + 1, fundId: Number(fundId), kind, effectiveDate: today, amountMinor: minor },
          ...{ comment: null, weight: null, arrearsMinor: minor },
        })),
        wrong: [],
      },
      context,
    )
    const payables = lines.filter(({ outcome }) => outcome.postedMinor > 0n)
    if (payables.length === 0)
      throw new Problem('conflict', { detail: 'No fund can pay any of the fees that wait.' })
    await storeBatch(
      trx,
      {
        ...{ batchId, reference, source: 'waiting-fees', fileName: null, division: null },
        // What waits is taken up once by what the batches before it left, so each of these batches is one of a kind.
        inputHash: hashOfLines([JSON.stringify(['waiting-fees', batchId])]),
        lines: payables,
      },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}
