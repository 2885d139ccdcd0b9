import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import { clientNamed } from '../../clients/clients.ts'
import { type SettingName, type SettingValue, settingOf } from '../../features/settings/domain/settings.ts'
import { listSetValues } from '../../features/settings/server/settings.queries.ts'
import type { TestApp } from '../app.ts'
import type { MadeUser } from '../factories/make-user.ts'

type SettingOfTest = 'support-hours' | 'grant-days' | 'step-up-from'

export type FreshSettings = {
  /** The last change of a setting, which colleagues have just made. */
  freshSetting(setting: SettingOfTest): Promise<string>
  /** A threshold that a colleague proposed. */
  freshThreshold(): Promise<string>
}

export const unknownSettings: FreshSettings = {
  freshSetting: async () => randomUUID(),
  freshThreshold: async () => randomUUID(),
}

/** Other hours or days, or a lower amount, each time. */
export function otherValue(setting: SettingName, file: SettingValue): SettingValue {
  if (setting === 'support-hours') return `By appointment ${randomUUID()}`
  if (setting === 'grant-days') return { decision: randomInt(1, 61), payment: randomInt(1, 60) }
  return String(Number(file) - randomInt(1, 1_000_000))
}

export function freshSettings(
  portal: TestApp,
  client: string,
  [one, two]: readonly [MadeUser, MadeUser],
): FreshSettings {
  const file = clientNamed(client)
  const realmDb = portal.databases.realm(file.realm)
  const insert = async (setting: SettingOfTest, state: 'made' | 'waiting') => {
    const changeId = randomUUIDv7()
    const fileValue = settingOf(file, setting) ?? ''
    const set = (await listSetValues(realmDb, client)).find(each => each.setting === setting)
    await realmDb
      .insertInto('setting_change')
      .values({
        ...{ change_id: changeId, client, setting, state, reason: 'A new season' },
        ...(state === 'made' ? { revision: (set?.revision ?? 0) + 1 } : {}),
        value: JSON.stringify(otherValue(setting, fileValue)),
        before_value: JSON.stringify(set?.value ?? fileValue),
        file_value: JSON.stringify(fileValue),
        ...{ requested_by: one.userId, requested_by_name: 'A test', requested_at: portal.clock.now() },
        idempotency_key: randomUUID(),
      })
      .execute()
    return { changeId, revision: (set?.revision ?? 0) + 1 }
  }
  const propose = async () => {
    await realmDb
      .updateTable('setting_change')
      .set({ state: 'lapsed' })
      .where('client', '=', client)
      .where('state', '=', 'waiting')
      .execute()
    return await insert('step-up-from', 'waiting')
  }
  return {
    freshSetting: async setting => {
      if (setting !== 'step-up-from') return (await insert(setting, 'made')).changeId
      const { changeId, revision } = await propose()
      await realmDb
        .updateTable('setting_change')
        .set({
          ...{ state: 'made', revision, decided_by: two.userId, decided_by_name: 'Another test' },
          decided_at: portal.clock.now(),
        })
        .where('change_id', '=', changeId)
        .execute()
      return changeId
    },
    freshThreshold: async () => (await propose()).changeId,
  }
}
