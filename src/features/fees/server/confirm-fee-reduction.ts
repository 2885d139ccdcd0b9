import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { ownRequest } from '../../posting-requests/domain/posting-kinds.ts'
import type * as contract from '../fee-reductions.contract.ts'
import { reductionResponse } from './list-fee-reductions.ts'
import { lockReduction, updateReduction } from './reductions.queries.ts'

/** Throws `access-denied` to the person who entered it, `conflict` where it is decided, and `not-found`. */
export async function confirmFeeReduction(
  { params: { reductionId } }: HandlerInput<typeof contract.confirmFeeReduction>,
  context: BatchContext,
): Promise<Reply<typeof contract.confirmFeeReduction>> {
  return await inTransaction(context.db, async trx => {
    const row = await lockReduction(trx, reductionId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'entered')
      throw new Problem('conflict', { detail: 'This was confirmed or withdrawn already.' })
    const by = personOf(context.actor)
    if (row.entered_by === by.userId) throw new Problem('access-denied', { detail: ownRequest })
    const columns = {
      ...{ state: 'confirmed' as const, confirmed_by: by.userId, confirmed_by_name: by.name },
      confirmed_at: context.clock.now(),
    }
    await updateReduction(trx, reductionId, columns)
    return reductionResponse({ ...row, ...columns }, context)
  })
}
