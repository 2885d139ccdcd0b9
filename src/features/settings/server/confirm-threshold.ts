import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type * as contract from '../settings.contract.ts'
import { recordSettingEvent } from './change-setting.ts'
import { type Context, getSettings } from './get-settings.ts'
import {
  findSettingChange,
  listSetValues,
  lockSettings,
  updateSettingChange,
  valueOfRow,
} from './settings.queries.ts'
import { confirmationRefusal, lapseOf } from './waiting-changes.ts'

/**
 * Puts a proposed threshold in force. A repeat by the same person changes nothing. Throws `access-denied` to the person who proposed it,
 * `conflict` where it was decided, has waited too long or the client's file was changed, `not-found`.
 */
export async function confirmThreshold(
  { params: { changeId } }: HandlerInput<typeof contract.confirmThreshold>,
  context: Context,
): Promise<Reply<typeof contract.getSettings>> {
  const { realmDb, clientOfFile: file, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    await lockSettings(trx, file.name)
    const row = await findSettingChange(trx, { changeId, client: file.name })
    if (!row) throw new Problem('not-found')
    if (row.state === 'made' && row.decided_by === actor.userId) return
    if (row.state !== 'waiting')
      throw new Problem('conflict', { detail: 'This amount is no longer awaiting confirmation.' })
    const refusal = confirmationRefusal(row, actor)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const lapse = lapseOf(row, file, clock.now())
    if (lapse !== null) throw new Problem('conflict', { detail: lapse })
    const setting = row.setting
    const set = (await listSetValues(trx, file.name)).find(each => each.setting === setting)
    await updateSettingChange(trx, changeId, {
      state: 'made',
      revision: (set?.revision ?? 0) + 1,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    await recordSettingEvent(trx, context, {
      kind: 'settings-threshold-confirmed',
      setting,
      changeId,
      before: valueOfRow(row.before_value),
      after: valueOfRow(row.value),
    })
  })
  return await getSettings({}, context)
}
