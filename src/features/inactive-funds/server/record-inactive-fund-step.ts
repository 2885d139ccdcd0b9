import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { type FundContext, requireFund } from './fund-context.ts'
import { fundDetails } from './get-inactive-fund.ts'
import { insertStep } from './inactive-funds.queries.ts'

/** Records a step. Throws `not-found`. */
export async function recordInactiveFundStep(
  { params: { accountId }, body }: HandlerInput<typeof contract.recordInactiveFundStep>,
  context: FundContext,
): Promise<Reply<typeof contract.recordInactiveFundStep>> {
  const { kind, note } = body.data.attributes
  return await inTransaction(context.db, async trx => {
    await requireFund(accountId, { ...context, db: trx })
    const { userId, name } = personOf(context.actor)
    await insertStep(trx, {
      step_id: randomUUIDv7(),
      account_id: accountId,
      kind,
      note,
      by_user: userId,
      by_name: name,
      at: context.clock.now(),
    })
    return await fundDetails(accountId, { ...context, db: trx })
  })
}
