import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type * as contract from '../payee-changes.contract.ts'
import { getCharityPayee } from './get-charity-payee.ts'
import { listPayeeChanges, type PayeeChangeRecord, updatePayeeChange } from './payee-changes.queries.ts'
import {
  type Context,
  changedFields,
  columnsOf,
  confirmationRefusal,
  fieldsOf,
  record,
} from './payee-changes.ts'
import { insertProfileChange, lockProfile, type ProfileRecord, writeProfile } from './profiles.queries.ts'
import { requireCharity } from './require-charity.ts'

export type Decision =
  | HandlerInput<typeof contract.confirmPayeeChange>
  | HandlerInput<typeof contract.declinePayeeChange>

export async function decidePayeeChange(
  { params: { charityId, changeId }, body }: Decision,
  context: Context,
  state: 'confirmed' | 'declined',
): Promise<Reply<typeof contract.getCharityPayee>> {
  await requireCharity(charityId, context)
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const stored = await lockProfile(trx, charityId)
    const row = (await listPayeeChanges(trx, charityId)).find(each => each.change_id === changeId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed')
      throw new Problem('conflict', { detail: 'This change is no longer awaiting confirmation.' })
    const refusal = state === 'confirmed' ? confirmationRefusal(row, actor) : null
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    await updatePayeeChange(trx, changeId, {
      state,
      note: body.data.attributes.note,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    if (state === 'confirmed') await apply(trx, stored, row, context)
    await record(trx, context, { kind: `payee-change-${state}`, charityId, changeId })
  })
  return await getCharityPayee({ params: { charityId } }, context)
}

/** Writes a confirmed payee to the profile, whose history shows it like every other change. */
async function apply(
  trx: Kysely<DB>,
  stored: ProfileRecord | undefined,
  row: PayeeChangeRecord,
  { actor, clock }: Context,
): Promise<void> {
  const revision = (stored?.revision ?? 0) + 1
  const changed = changedFields(fieldsOf(columnsOf(stored)), fieldsOf(row))
  const pick = (of: 'before' | 'after') =>
    JSON.stringify(Object.fromEntries(changed.map(each => [each.field, each[of]])))
  await writeProfile(trx, {
    charity_id: row.charity_id,
    ...columnsOf(row),
    revision,
    changed_at: clock.now(),
    changed_by: nameOf(actor),
  })
  await insertProfileChange(trx, {
    charity_id: row.charity_id,
    revision,
    before_change: pick('before'),
    after_change: pick('after'),
    reason: `Entered by ${row.proposed_by_name}: ${row.reason}`.slice(0, 1000),
    actor_user_id: actor.userId,
    actor_name: nameOf(actor),
    at: clock.now(),
  })
}
