import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type * as contract from '../fee-reductions.contract.ts'
import { reductionResponse } from './list-fee-reductions.ts'
import { lockReduction, updateReduction } from './reductions.queries.ts'

/**
 * Lets a confirmed reduction end today; one that has not begun, and one that waits, is withdrawn. What was charged with it stays. Throws
 * `conflict` for one that has ended, and `not-found`.
 */
export async function endFeeReduction(
  { params: { reductionId } }: HandlerInput<typeof contract.endFeeReduction>,
  context: BatchContext,
): Promise<Reply<typeof contract.endFeeReduction>> {
  const { today, clock } = context
  return await inTransaction(context.db, async trx => {
    const row = await lockReduction(trx, reductionId)
    if (!row) throw new Problem('not-found')
    if (!reductionResponse(row, context).mayEnd)
      throw new Problem('conflict', { detail: 'This has ended or was withdrawn already.' })
    const by = personOf(context.actor)
    const ended = { ended_by: by.userId, ended_by_name: by.name, ended_at: clock.now() }
    const columns =
      row.state === 'confirmed' && row.starts_on <= today
        ? { ...ended, ends_on: today }
        : { ...ended, state: 'withdrawn' as const }
    await updateReduction(trx, reductionId, columns)
    return reductionResponse({ ...row, ...columns }, context)
  })
}
