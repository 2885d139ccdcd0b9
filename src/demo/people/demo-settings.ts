import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { endingsOfVettings } from '../../app/server/find-endings.ts'
import type { Client } from '../../clients/client.ts'
import { dayMs } from '../../domain/durations.ts'
import { type SettingName, type SettingValue, settingOf } from '../../features/settings/domain/settings.ts'
import { storeEndings } from '../../features/settings/server/endings.queries.ts'
import { insertSettingChange, updateSettingChange } from '../../features/settings/server/settings.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from './demo-users.ts'

type About = { client: Client; people: DemoUserIds; now: Date }

/** Hours of a holiday season that are over, a threshold that was declined, one that waits for a second person, and what ends soon. */
export async function writeDemoSettings(realmDb: Kysely<DB>, { client, people, now }: About): Promise<void> {
  const ask = async (
    setting: SettingName,
    about: { before: SettingValue; value: SettingValue; days: number; reason: string; revision?: number },
  ): Promise<string> => {
    const changeId = randomUUID()
    const { before, value, days, reason, revision } = about
    await insertSettingChange(realmDb, {
      ...{ change_id: changeId, client: client.name, setting, reason, idempotency_key: randomUUID() },
      value: JSON.stringify(value),
      before_value: JSON.stringify(before),
      file_value: JSON.stringify(settingOf(client, setting)),
      ...{ requested_by: people.super2, requested_by_name: demoName('super2') },
      requested_at: new Date(now.getTime() - days * dayMs),
      ...(revision === undefined ? { state: 'waiting' } : { state: 'made', revision }),
    })
    return changeId
  }
  const hours = client.support.hours
  const evenings = `${hours}, until the end of the year also in the evening`
  await ask('support-hours', {
    ...{ before: hours, value: evenings, days: 330, revision: 1 },
    reason: 'More people call before the end of the year',
  })
  await ask('support-hours', {
    ...{ before: evenings, value: hours, days: 305, revision: 2 },
    reason: 'The season is over',
  })
  const threshold = client.dualControlFromMinor
  const [half, lower] = [String(threshold / 2n), String((threshold * 4n) / 5n)]
  const declined = await ask('dual-control-from', {
    ...{ before: String(threshold), value: half, days: 61 },
    reason: 'A suggestion of the auditors',
  })
  await updateSettingChange(realmDb, declined, {
    ...{ state: 'declined', decided_by: people.super, decided_by_name: demoName('super') },
    decided_at: new Date(now.getTime() - 60 * dayMs),
    decision_reason: 'Half of all grants would take two people. Propose a higher amount.',
  })
  await ask('dual-control-from', {
    ...{ before: String(threshold), value: lower, days: 2 },
    reason: 'A suggestion of the auditors, higher than before',
  })
  // As the job of the last night would have found it.
  await storeEndings(realmDb, { endings: await endingsOfVettings(realmDb, [client], now), at: now })
}
