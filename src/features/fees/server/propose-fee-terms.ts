import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { lockBatches } from '../../posting-batches/server/posting-batches.queries.ts'
import { joinTerms, refusalOfTerms, termsBefore } from '../domain/terms-in-force.ts'
import type * as contract from '../fee-terms.contract.ts'
import { insertTermsChange, listWaitingTerms, updateTermsChange } from './fee-terms.queries.ts'
import { listFeeTerms } from './list-fee-terms.ts'
import { storedTerms } from './stored-terms.ts'
import { findTermsState, lapseOf, type TermsState } from './waiting-terms.ts'

/**
 * Proposes terms that a second person confirms. Throws `validation` at the field that is wrong, `conflict` while other terms of the schedule
 * wait, and `not-found`.
 */
export async function proposeFeeTerms(
  { params, body }: HandlerInput<typeof contract.proposeFeeTerms>,
  context: BatchContext,
): Promise<Reply<typeof contract.proposeFeeTerms>> {
  const { reason, ...terms } = body.data.attributes
  const { schedule } = params
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const state = await findTermsState(trx, schedule, context)
    const refusal = refusalOfTerms({ ...state, terms, today: context.today })
    if (refusal) throw fieldProblem(refusal.field, refusal.advice)
    await endLapsed(trx, state, context)
    const before = termsBefore(joinTerms(state.file, state.set).schedule, terms.from)
    if (!before) throw new Problem('not-found')
    const by = personOf(context.actor)
    await insertTermsChange(trx, {
      ...{ change_id: randomUUIDv7(), schedule, starts_on: terms.from, reason },
      ...{ terms: storedTerms(terms), before_terms: storedTerms(before) },
      ...{ requested_by: by.userId, requested_by_name: by.name, requested_at: context.clock.now() },
    })
    return await listFeeTerms({ params }, { ...context, db: trx })
  })
}

/** Closes terms that can no longer be confirmed. Throws `conflict` while others wait. */
async function endLapsed(trx: Kysely<DB>, state: TermsState, context: BatchContext): Promise<void> {
  const waiting = (await listWaitingTerms(trx)).find(row => row.schedule === state.file.name)
  if (!waiting) return
  if (lapseOf(waiting, state, context) === null)
    throw new Problem('conflict', {
      detail: 'Other terms of this fee are awaiting confirmation. Decide about them first.',
    })
  await updateTermsChange(trx, waiting.change_id, { state: 'lapsed' })
}
