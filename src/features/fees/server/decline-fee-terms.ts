import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import type * as contract from '../fee-terms.contract.ts'
import { findTermsChange, updateTermsChange } from './fee-terms.queries.ts'
import { listFeeTerms } from './list-fee-terms.ts'

/** Declines proposed terms, or withdraws one’s own. Throws `conflict` where they were decided, and `not-found`. */
export async function declineFeeTerms(
  { params: { changeId }, body }: HandlerInput<typeof contract.declineFeeTerms>,
  context: BatchContext,
): Promise<Reply<typeof contract.declineFeeTerms>> {
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const row = await findTermsChange(trx, changeId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'waiting')
      throw new Problem('conflict', { detail: 'These terms are no longer awaiting confirmation.' })
    const by = personOf(context.actor)
    await updateTermsChange(trx, changeId, {
      state: row.requested_by === by.userId ? 'withdrawn' : 'declined',
      ...{ decided_by: by.userId, decided_by_name: by.name, decided_at: context.clock.now() },
      decision_reason: body.data.attributes.reason,
    })
    return await listFeeTerms({ params: { schedule: row.schedule } }, { ...context, db: trx })
  })
}
