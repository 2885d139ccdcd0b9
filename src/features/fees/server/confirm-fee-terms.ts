import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import type * as contract from '../fee-terms.contract.ts'
import { findTermsChange, updateTermsChange } from './fee-terms.queries.ts'
import { listFeeTerms } from './list-fee-terms.ts'
import { confirmationRefusal, findTermsState, lapseOf } from './waiting-terms.ts'

/**
 * Sets proposed terms. Throws `access-denied` to the person who proposed them, `conflict` where they were decided, have waited too long, or
 * could no longer be proposed, and `not-found`.
 */
export async function confirmFeeTerms(
  { params: { changeId } }: HandlerInput<typeof contract.confirmFeeTerms>,
  context: BatchContext,
): Promise<Reply<typeof contract.confirmFeeTerms>> {
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const row = await findTermsChange(trx, changeId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'waiting')
      throw new Problem('conflict', { detail: 'These terms are no longer awaiting confirmation.' })
    const refusal = confirmationRefusal(row, context.actor)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const { schedule } = row
    const state = await findTermsState(trx, schedule, context)
    const lapse = lapseOf(row, state, context)
    if (lapse !== null) throw new Problem('conflict', { detail: lapse })
    const revisions = state.set.filter(each => each.schedule === schedule).map(({ revision }) => revision)
    const by = personOf(context.actor)
    await updateTermsChange(trx, changeId, {
      ...{ state: 'made', revision: Math.max(0, ...revisions) + 1 },
      ...{ decided_by: by.userId, decided_by_name: by.name, decided_at: context.clock.now() },
    })
    return await listFeeTerms({ params: { schedule } }, { ...context, db: trx })
  })
}
