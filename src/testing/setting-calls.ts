import { randomUUID } from 'node:crypto'
import type { ThresholdName } from '../features/settings/domain/settings.ts'
import {
  changeGrantDays,
  changeSupportHours,
  confirmThreshold,
  declineThreshold,
  getSettings,
  proposeThreshold,
  type Setting,
} from '../features/settings/settings.contract.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories/make-fund.ts'
import { commandOf } from './grants/basket-calls.ts'

const reason = 'A new season'

/** What staff do on the page Settings, each as somebody who has just seen it unless a test says what they saw. */
export function settingCalls(portal: TestApp, client = 'npt') {
  const show = (by: Person) => portal.call(getSettings, {}, { as: by.session, client })
  const settingOf = async (by: Person, name: Setting['name']): Promise<Setting> => {
    const found = (await show(by)).reply.data.find(each => each.name === name)
    if (!found) throw new Error(`${client} has no setting ${name}`)
    return found
  }
  const seen = async (by: Person, name: Setting['name']) => (await settingOf(by, name)).lastChangeId
  const as = (by: Person, idempotencyKey: string = randomUUID()) => ({
    as: by.session,
    client,
    idempotencyKey,
  })
  return {
    show,
    settingOf,
    setHours: async (
      by: Person,
      hours: string,
      about: { lastChangeId?: string | null; key?: string } = {},
    ) => {
      const { lastChangeId = await seen(by, 'support-hours'), key } = about
      return await portal.call(
        changeSupportHours,
        { body: commandOf({ lastChangeId, hours, reason }) },
        as(by, key),
      )
    },
    setDays: async (by: Person, [decision, payment]: readonly [number, number]) =>
      await portal.call(
        changeGrantDays,
        { body: commandOf({ lastChangeId: await seen(by, 'grant-days'), decision, payment, reason }) },
        as(by),
      ),
    propose: async (
      by: Person,
      amountMinor: bigint,
      about: { threshold?: ThresholdName; key?: string; lastChangeId?: string | null } = {},
    ) => {
      const { threshold = 'dual-control-from', key } = about
      const { lastChangeId = await seen(by, threshold) } = about
      return await portal.call(
        proposeThreshold,
        { body: commandOf({ threshold, lastChangeId, amountMinor, reason }) },
        as(by, key),
      )
    },
    confirm: (by: Person, changeId: string) =>
      portal.call(confirmThreshold, { params: { changeId }, body: commandOf({}) }, as(by)),
    decline: (by: Person, changeId: string) =>
      portal.call(declineThreshold, { params: { changeId }, body: commandOf({ reason }) }, as(by)),
  }
}
