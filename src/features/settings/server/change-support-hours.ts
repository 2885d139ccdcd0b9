import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../settings.contract.ts'
import { changeSetting } from './change-setting.ts'
import { getSettings } from './get-settings.ts'
import { lockSettings } from './settings.queries.ts'

/** Changes when people can reach the client by phone, at once. Throws as changeSetting. */
export async function changeSupportHours(
  { body }: HandlerInput<typeof contract.changeSupportHours>,
  context: ContextOf<typeof contract.changeSupportHours>,
): Promise<Reply<typeof contract.getSettings>> {
  const { realmDb, clientOfFile, idempotencyKey } = context
  const { hours, lastChangeId, reason } = body.data.attributes
  await realmDb.transaction().execute(async trx => {
    await lockSettings(trx, clientOfFile.name)
    await changeSetting(trx, context, {
      ...({ setting: 'support-hours', value: hours, field: 'hours' } as const),
      ...{ lastChangeId, reason, idempotencyKey },
    })
  })
  return await getSettings({}, context)
}
