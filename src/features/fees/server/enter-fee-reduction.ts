import { randomUUIDv7 } from 'node:crypto'
import { feeSchedulesOf } from '../../../clients/fee-schedules-of.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { daysBetween } from '../../../domain/averages.ts'
import { unknownFundId } from '../../../domain/fund-id.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { findAccounts } from '../../posting-batches/server/posting-batches.queries.ts'
import type * as contract from '../fee-reductions.contract.ts'
import { reductionResponse } from './list-fee-reductions.ts'
import { insertReduction, lockReduction } from './reductions.queries.ts'

const maxDays = 3_660

/** Stores a waiver or a reduction, which counts once a second person has confirmed it. Throws `validation` at the field that is wrong. */
export async function enterFeeReduction(
  { body }: HandlerInput<typeof contract.enterFeeReduction>,
  context: BatchContext,
): Promise<Reply<typeof contract.enterFeeReduction>> {
  const { fundId, schedule, hundredths, startsOn, endsOn, reason } = body.data.attributes
  const reductionId = randomUUIDv7()
  if (!feeSchedulesOf(context).some(({ name }) => name === schedule))
    throw fieldProblem('schedule', 'Choose a fee schedule')
  if (endsOn < startsOn) throw fieldProblem('endsOn', 'The last day is before the first')
  if (daysBetween(startsOn, endsOn) > maxDays) throw fieldProblem('endsOn', 'Choose at most ten years')
  return await inTransaction(context.db, async trx => {
    const [account] = await findAccounts(trx, [fundId])
    if (!account) throw fieldProblem('fundId', unknownFundId)
    const by = personOf(context.actor)
    await insertReduction(trx, {
      ...{ reduction_id: reductionId, account_id: account.account_id, schedule, hundredths },
      ...{ starts_on: startsOn, ends_on: endsOn, reason },
      ...{ entered_by: by.userId, entered_by_name: by.name, entered_at: context.clock.now() },
    })
    const row = await lockReduction(trx, reductionId)
    if (!row) throw new Problem('not-found')
    return reductionResponse(row, context)
  })
}
