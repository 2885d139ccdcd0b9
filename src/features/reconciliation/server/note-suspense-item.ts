import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import { lockOpenItem } from '../../suspense/server/book-suspense.ts'
import { setOwner } from '../../suspense/server/suspense.queries.ts'
import type * as contract from '../reconciliation.contract.ts'

/** Notes what was found out about an item; who writes it is its owner. Throws `not-found`, and `conflict` if it has left. */
export async function noteSuspenseItem(
  { params: { itemId }, body }: HandlerInput<typeof contract.noteSuspenseItem>,
  { db, actor }: PaymentContext,
): Promise<Reply<typeof contract.noteSuspenseItem>> {
  const { note } = body.data.attributes
  const { userId, name } = personOf(actor)
  await inTransaction(db, async trx => {
    await lockOpenItem(trx, itemId)
    await setOwner(trx, itemId, { owner_id: userId, owner_name: name, note })
  })
  return { ownerName: name, note }
}
