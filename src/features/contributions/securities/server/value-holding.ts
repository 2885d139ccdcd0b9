import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { futureDay } from '../domain/gift-value.ts'
import type * as contract from '../holdings.contract.ts'
import { findHolding, insertValuation } from './holdings.queries.ts'

/** Records what a line is worth on a day after the gift. Throws `not-found`, and `validation` for the day. */
export async function valueHolding(
  { params: { holdingId }, body }: HandlerInput<typeof contract.valueHolding>,
  { db, account, actor, clock, today }: ContextOf<typeof contract.valueHolding>,
): Promise<Reply<typeof contract.valueHolding>> {
  const holding = await findHolding(db, account.accountId, holdingId)
  if (!holding) throw new Problem('not-found')
  const { valuedOn } = body.data.attributes
  if (valuedOn > today) throw fieldProblem('valuedOn', futureDay)
  if (valuedOn < holding.giftDate)
    throw fieldProblem('valuedOn', 'Enter the date of the gift, or a later day')
  await insertValuation(db, holdingId, { ...body.data.attributes, by: personOf(actor), at: clock.now() })
  return { holdingId }
}
