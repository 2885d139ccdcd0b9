import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type * as contract from '../bank-details.contract.ts'
import type { BankDetails } from '../bank-details.contract.ts'
import { lockDetails, updateDetails } from './bank-details.queries.ts'
import { type Context, confirmationRefusal, record } from './bank-details.ts'
import { listBankDetails } from './list-bank-details.ts'
import { requireCharity } from './require-charity.ts'

export type Decision =
  | HandlerInput<typeof contract.confirmBankDetails>
  | HandlerInput<typeof contract.declineBankDetails>

export async function decideBankDetails(
  { params: { charityId, detailsId }, body }: Decision,
  context: Context,
  state: 'confirmed' | 'declined',
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const rows = await lockDetails(trx, charityId)
    const row = rows.find(each => each.details_id === detailsId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed')
      throw new Problem('conflict', { detail: 'These details are no longer awaiting confirmation.' })
    const refusal = state === 'confirmed' ? confirmationRefusal(row, actor) : null
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const former = rows.find(each => each.state === 'confirmed')
    if (state === 'confirmed' && former)
      await updateDetails(trx, former.details_id, { state: 'replaced', replaced_at: clock.now() })
    await updateDetails(trx, detailsId, {
      state,
      note: body.data.attributes.note,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    await record(trx, context, { kind: `bank-details-${state}`, charityId, detailsId })
  })
  return await listBankDetails({ params: { charityId } }, context)
}
