import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import { violates } from '../../../../server/db/violates.ts'
import type * as contract from '../month-close.contract.ts'
import type { CloseContext } from './close-context.ts'
import { getMonthClose } from './get-month-close.ts'
import { findClose, lockMonths, setReopened } from './month-close.queries.ts'

/**
 * Opens a month again. Throws `not-found`, `conflict` for the person who asked for it, where nobody asks for it now, or where a
 * later month was closed since.
 */
export async function confirmReopening(
  { params: { closeId } }: HandlerInput<typeof contract.confirmReopening>,
  context: CloseContext,
): Promise<Reply<typeof contract.confirmReopening>> {
  return await inTransaction(context.db, async trx => {
    await lockMonths(trx)
    const close = await findClose(trx, closeId)
    if (!close) throw new Problem('not-found')
    const { userId, name } = personOf(context.actor)
    if (close.reopening_by === userId)
      throw new Problem('conflict', { detail: 'You asked for this, so someone else has to confirm it.' })
    try {
      if (!(await setReopened(trx, closeId, { userId, name, at: context.clock.now() })))
        throw new Problem('conflict', { detail: 'No one asks for this month to be opened now.' })
    } catch (error) {
      if (violates(error, 'last_month_opens_first'))
        throw new Problem('conflict', { detail: 'A later month is closed. It is opened first.' })
      throw error
    }
    return await getMonthClose({}, { ...context, db: trx })
  })
}
