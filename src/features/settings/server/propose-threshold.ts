import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../settings.contract.ts'
import { changeSetting } from './change-setting.ts'
import { getSettings } from './get-settings.ts'
import { lockSettings } from './settings.queries.ts'

/** Proposes a threshold, until someone else confirms it. Throws as changeSetting. */
export async function proposeThreshold(
  { body }: HandlerInput<typeof contract.proposeThreshold>,
  context: ContextOf<typeof contract.proposeThreshold>,
): Promise<Reply<typeof contract.getSettings>> {
  const { realmDb, clientOfFile, idempotencyKey } = context
  const { threshold, amountMinor, lastChangeId, reason } = body.data.attributes
  await realmDb.transaction().execute(async trx => {
    await lockSettings(trx, clientOfFile.name)
    await changeSetting(trx, context, {
      ...({ setting: threshold, value: amountMinor.toString(), field: 'amountMinor' } as const),
      ...{ lastChangeId, reason, idempotencyKey },
    })
  })
  return await getSettings({}, context)
}
