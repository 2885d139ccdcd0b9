import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { futureDay } from '../domain/gift-value.ts'
import type * as contract from '../holdings.contract.ts'
import { findHolding, setTaskDone } from './holdings.queries.ts'

/** Records that a task was done, once. Throws `not-found`, `conflict` where it was done already, and `validation` for the day. */
export async function completeHoldingTask(
  { params: { holdingId, taskId }, body }: HandlerInput<typeof contract.completeHoldingTask>,
  { db, account, actor, today }: ContextOf<typeof contract.completeHoldingTask>,
): Promise<Reply<typeof contract.completeHoldingTask>> {
  const holding = await findHolding(db, account.accountId, holdingId)
  if (!holding) throw new Problem('not-found')
  const { doneOn, note } = body.data.attributes
  if (doneOn > today) throw fieldProblem('doneOn', futureDay)
  if (doneOn < holding.giftDate) throw fieldProblem('doneOn', 'Enter the date of the gift, or a later day')
  if (!(await setTaskDone(db, { holdingId, taskId }, { doneOn, note, by: personOf(actor) })))
    throw new Problem('conflict', { detail: 'Someone has done this already.' })
  return { taskId }
}
