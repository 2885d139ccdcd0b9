import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { eftPaymentTypeCode } from '../../charities/server/charity-status.ts'
import type * as contract from '../payee-changes.contract.ts'
import { getCharityPayee } from './get-charity-payee.ts'
import { insertPayeeChange, listPayeeChanges } from './payee-changes.queries.ts'
import { type Context, changedFields, columnsOf, fieldsOf, record } from './payee-changes.ts'
import { lockProfile } from './profiles.queries.ts'
import { requireRevision } from './profiles.ts'
import { requireCharity } from './require-charity.ts'

const orNull = (text: string) => (text === '' ? null : text)

/**
 * Enters a change, until someone else confirms it. Throws `conflict` while another is open or if the profile was changed in the meantime,
 * `validation` where nothing changes, `not-found`.
 */
export async function proposePayeeChange(
  { params: { charityId }, body }: HandlerInput<typeof contract.proposePayeeChange>,
  context: Context,
): Promise<Reply<typeof contract.getCharityPayee>> {
  await requireCharity(charityId, context)
  const { revision, fields, reason } = body.data.attributes
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    if ((await listPayeeChanges(trx, charityId)).some(({ state }) => state === 'proposed'))
      throw new Problem('conflict', {
        detail: 'Another change of this charity’s payee is awaiting confirmation.',
      })
    requireRevision(stored, revision)
    const before = columnsOf(stored)
    if (changedFields(fieldsOf(before), fields).length === 0)
      throw fieldProblem('payeeName', 'This is the payee in use')
    const changeId = randomUUIDv7()
    await insertPayeeChange(trx, {
      change_id: changeId,
      charity_id: charityId,
      before_payee: JSON.stringify(before),
      // A code of another payment type stays until staff change it.
      default_payment_type_code:
        fields.paysByEft === fieldsOf(before).paysByEft
          ? before.default_payment_type_code
          : fields.paysByEft
            ? eftPaymentTypeCode
            : null,
      payee_name: orNull(fields.payeeName),
      payee_address: orNull(fields.payeeAddress),
      payee_email: orNull(fields.payeeEmail),
      reason,
      proposed_by: actor.userId,
      proposed_by_name: nameOf(actor),
      proposed_at: clock.now(),
    })
    await record(trx, context, { kind: 'payee-change-entered', charityId, changeId })
  })
  return await getCharityPayee({ params: { charityId } }, context)
}
