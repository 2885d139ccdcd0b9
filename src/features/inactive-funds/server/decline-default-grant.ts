import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../inactive-funds.contract.ts'
import { conflict } from './default-grant-facts.ts'
import type { FundContext } from './fund-context.ts'
import { fundDetails } from './get-inactive-fund.ts'
import { lockDefaultGrant, updateDefaultGrant } from './inactive-funds.queries.ts'

/** Declines a proposal; who entered it withdraws it so. Throws `not-found`, `conflict` where it was decided. */
export async function declineDefaultGrant(
  { params: { accountId, defaultGrantId }, body }: HandlerInput<typeof contract.declineDefaultGrant>,
  context: FundContext,
): Promise<Reply<typeof contract.declineDefaultGrant>> {
  const { actor, clock } = context
  return await inTransaction(context.db, async trx => {
    const row = await lockDefaultGrant(trx, accountId, defaultGrantId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed') throw conflict('This proposal has already been decided.')
    await updateDefaultGrant(trx, defaultGrantId, {
      state: 'declined',
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
      decision_reason: body.data.attributes.reason,
    })
    return await fundDetails(accountId, { ...context, db: trx })
  })
}
