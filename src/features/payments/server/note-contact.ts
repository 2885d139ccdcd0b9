import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type * as contract from '../cheques.contract.ts'
import { findOutstandingCheques } from './cheques.queries.ts'
import { response } from './cheques.ts'
import type { PaymentContext } from './payment-context.ts'
import { updatePayment } from './payments.queries.ts'

/** Notes that a charity was contacted about its cheque. Throws `not-found` for one that is not outstanding. */
export async function noteContact(
  { params: { paymentId }, body }: HandlerInput<typeof contract.noteContact>,
  context: PaymentContext,
): Promise<Reply<typeof contract.noteContact>> {
  const { db, clock, today } = context
  const rows = await db.transaction().execute(async trx => {
    if ((await findOutstandingCheques(trx, { limit: 1, paymentId })).length === 0)
      throw new Problem('not-found')
    await updatePayment(trx, paymentId, {
      contacted_at: clock.now(),
      contacted_by_name: personOf(context.actor).name,
      contact_note: body.data.attributes.note,
    })
    return await findOutstandingCheques(trx, { limit: 1, paymentId })
  })
  return { data: rows.map(row => response(row, today)) }
}
