import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type * as contract from '../settings.contract.ts'
import { recordSettingEvent } from './change-setting.ts'
import { type Context, getSettings } from './get-settings.ts'
import { findSettingChange, lockSettings, updateSettingChange } from './settings.queries.ts'

/**
 * Declines a proposed threshold, or withdraws one’s own. A repeat by the same person changes nothing. Throws `conflict` where it was decided,
 * `not-found`.
 */
export async function declineThreshold(
  { params: { changeId }, body }: HandlerInput<typeof contract.declineThreshold>,
  context: Context,
): Promise<Reply<typeof contract.getSettings>> {
  const { realmDb, clientOfFile: file, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    await lockSettings(trx, file.name)
    const row = await findSettingChange(trx, { changeId, client: file.name })
    if (!row) throw new Problem('not-found')
    if (['declined', 'withdrawn'].includes(row.state) && row.decided_by === actor.userId) return
    if (row.state !== 'waiting')
      throw new Problem('conflict', { detail: 'This amount is no longer awaiting confirmation.' })
    await updateSettingChange(trx, changeId, {
      state: row.requested_by === actor.userId ? 'withdrawn' : 'declined',
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
      decision_reason: body.data.attributes.reason,
    })
    await recordSettingEvent(trx, context, {
      kind: 'settings-threshold-declined',
      setting: row.setting,
      changeId,
    })
  })
  return await getSettings({}, context)
}
