import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type * as contract from '../month-close.contract.ts'
import type { CloseContext } from './close-context.ts'
import { getMonthClose } from './get-month-close.ts'
import { findClose, setReopening } from './month-close.queries.ts'

const nobody = { reopening_by: null, reopening_by_name: null, reopening_at: null, reopening_reason: null }

/** Throws `not-found`, and `conflict` where nobody asks for it now. */
export async function withdrawReopening(
  { params: { closeId } }: HandlerInput<typeof contract.withdrawReopening>,
  context: CloseContext,
): Promise<Reply<typeof contract.withdrawReopening>> {
  return await inTransaction(context.db, async trx => {
    if (!(await findClose(trx, closeId))) throw new Problem('not-found')
    if (!(await setReopening(trx, closeId, nobody)))
      throw new Problem('conflict', { detail: 'No one asks for this month to be opened now.' })
    return await getMonthClose({}, { ...context, db: trx })
  })
}
