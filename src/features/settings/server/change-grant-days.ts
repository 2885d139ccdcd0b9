import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../settings.contract.ts'
import { changeSetting } from './change-setting.ts'
import { getSettings } from './get-settings.ts'
import { lockSettings } from './settings.queries.ts'

/** Changes the days that grants are promised within, at once. Throws as changeSetting. */
export async function changeGrantDays(
  { body }: HandlerInput<typeof contract.changeGrantDays>,
  context: ContextOf<typeof contract.changeGrantDays>,
): Promise<Reply<typeof contract.getSettings>> {
  const { realmDb, clientOfFile, idempotencyKey } = context
  const { decision, payment, lastChangeId, reason } = body.data.attributes
  await realmDb.transaction().execute(async trx => {
    await lockSettings(trx, clientOfFile.name)
    await changeSetting(trx, context, {
      ...({ setting: 'grant-days', value: { decision, payment }, field: 'decision' } as const),
      ...{ lastChangeId, reason, idempotencyKey },
    })
  })
  return await getSettings({}, context)
}
