import type { Reply } from '../../../contract/endpoint.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import {
  currencyOf,
  inForce,
  isSameValue,
  isThreshold,
  type SettingName,
  type SettingValue,
  type SetValue,
  settingOf,
  settingsOf,
} from '../domain/settings.ts'
import type * as contract from '../settings.contract.ts'
import { listSettingChanges, listSetValues, type SettingChangeRow, valueOfRow } from './settings.queries.ts'
import { stricterAt } from './shared-books.ts'
import { confirmationRefusal, endOfProposal, lapseOf } from './waiting-changes.ts'

export type Context = BaseContext & { actor: Actor }

/** The settings that staff change, as the database has them now: what is cached may be a moment older. */
export async function getSettings(
  _input: unknown,
  { realmDb, clientOfFile: file, sharers, actor, clock }: Context,
): Promise<Reply<typeof contract.getSettings>> {
  const now = clock.now()
  const values = await listSetValues(realmDb, file.name)
  const rows = await listSettingChanges(realmDb, file.name)
  return {
    data: settingsOf(file).flatMap(name => {
      const fileValue = settingOf(file, name)
      if (fileValue === null) return []
      const set = values.find(each => each.setting === name)
      const value = inForce(name, fileValue, set)
      const waiting = rows.find(row => row.setting === name && isWaiting(row, file, now))
      return [
        {
          name,
          currency: currencyOf(file, name),
          value,
          fileValue,
          stricterAt: stricterAt(file, { name, value }, sharers),
          lastChangeId: set?.changeId ?? null,
          isOverruledByFile: set !== undefined && isOverruled(name, set, fileValue),
          waiting: waiting
            ? {
                ...changeResponse(waiting, file, now),
                endsAt: endOfProposal(waiting).toISOString(),
                isOwn: waiting.requested_by === actor.userId,
                refusal: confirmationRefusal(waiting, actor),
              }
            : null,
        },
      ]
    }),
    history: rows.map(row => changeResponse(row, file, now)),
  }
}

/** A threshold holds while that of the file is not lower, and anything else while the file says what it said. */
const isOverruled = (name: SettingName, set: SetValue, fileValue: SettingValue): boolean =>
  isThreshold(name) ? inForce(name, fileValue, set) !== set.value : !isSameValue(set.fileValue, fileValue)

type File = BaseContext['clientOfFile']

const isWaiting = (row: SettingChangeRow, file: File, now: Date): boolean =>
  row.state === 'waiting' && lapseOf(row, file, now) === null

function changeResponse(row: SettingChangeRow, file: File, now: Date) {
  const { setting } = row
  return {
    changeId: row.change_id,
    setting,
    currency: currencyOf(file, setting),
    state: row.state === 'waiting' && !isWaiting(row, file, now) ? ('lapsed' as const) : row.state,
    value: valueOfRow(row.value),
    before: valueOfRow(row.before_value),
    reason: row.reason,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  }
}
