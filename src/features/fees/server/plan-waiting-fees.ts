import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type { PlanInput } from '../../posting-batches/server/describe-plan.ts'
import { type PlannedBatch, type PlannedLine, planBatch } from '../../posting-batches/server/plan-batch.ts'
import { hashOfLines, rowsOf } from '../../posting-batches/server/read-batch-file.ts'
import type { BatchToStore } from '../../posting-batches/server/store-batch.ts'
import { type FeeKind, listPayableFees } from './fees.queries.ts'
import { requireNoOpenFees } from './plan-fee-run.ts'

/** What funds can pay now of the fees of a kind that wait. Throws `conflict` if no fund can pay any, or while other fees are posted. */
export async function planWaitingFees(
  db: Kysely<DB>,
  kind: FeeKind,
  context: BatchContext,
): Promise<{ plan: PlannedBatch; payable: BatchToStore['plan']; input: PlanInput }> {
  await requireNoOpenFees(db)
  const rows = (await listPayableFees(db, kind)).map(({ fund_id: fundId, minor }, index) => ({
    ...{ line: index + 1, fundId: Number(fundId), kind, effectiveDate: context.today, amountMinor: minor },
    ...{ comment: null, weight: null, arrearsMinor: minor },
  }))
  const lines: PlannedLine[] = []
  const wrong = { count: 0, first: [] }
  const plan = await planBatch(db, { rows: rowsOf(rows), wrong }, context, line => lines.push(line))
  const payable = lines.filter(({ outcome }) => outcome.postedMinor > 0n)
  if (payable.length === 0)
    throw new Problem('conflict', { detail: 'No fund can pay any of the fees that wait.' })
  // What waits is taken up once by what the batches before it left, so each of these batches is one of a kind.
  return {
    plan,
    payable: {
      ...{ rows: rowsOf(payable), lines: payable.length, kinds: plan.kinds },
      absoluteMinor: payable.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    },
    input: { what: 'batch', inputHash: hashOfLines([JSON.stringify(['waiting-fees', randomUUIDv7()])]) },
  }
}
