import type { HandlerInput } from '../../../contract/endpoint.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../change-notices.contract.ts'
import type { ChangeNotice } from '../change-notices.contract.ts'
import { updateNotice } from './change-notices.queries.ts'
import { lockedNotice, requireOpen, response } from './change-notices.ts'
import type { PaymentContext } from './payment-context.ts'

/** Closes an open notice without a proposal. Throws `conflict` if it is not open, `not-found`. */
export async function closeNotice(
  { params: { noticeId }, body }: HandlerInput<typeof contract.closeNotice>,
  context: PaymentContext,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    requireOpen(await lockedNotice(trx, noticeId))
    const { userId, name } = personOf(context.actor)
    await updateNotice(trx, noticeId, {
      state: 'closed',
      note: body.data.attributes.note,
      decided_by: userId,
      decided_by_name: name,
      decided_at: context.clock.now(),
    })
    return response(await lockedNotice(trx, noticeId))
  })
}
