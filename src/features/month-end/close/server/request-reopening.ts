import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import { violates } from '../../../../server/db/violates.ts'
import type * as contract from '../month-close.contract.ts'
import type { CloseContext } from './close-context.ts'
import { getMonthClose } from './get-month-close.ts'
import { findClose, setReopening } from './month-close.queries.ts'

/** Throws `not-found`, and `conflict` where it was asked for already, or a later month is closed. */
export async function requestReopening(
  { params: { closeId }, body }: HandlerInput<typeof contract.requestReopening>,
  context: CloseContext,
): Promise<Reply<typeof contract.requestReopening>> {
  return await inTransaction(context.db, async trx => {
    if (!(await findClose(trx, closeId))) throw new Problem('not-found')
    const { userId, name } = personOf(context.actor)
    const step = {
      ...{ reopening_by: userId, reopening_by_name: name, reopening_at: context.clock.now() },
      reopening_reason: body.data.attributes.reason,
    }
    try {
      if (!(await setReopening(trx, closeId, step)))
        throw new Problem('conflict', { detail: 'Someone has already asked for this month to be opened.' })
    } catch (error) {
      if (violates(error, 'last_month_opens_first'))
        throw new Problem('conflict', { detail: 'A later month is closed. It is opened first.' })
      throw error
    }
    return await getMonthClose({}, { ...context, db: trx })
  })
}
