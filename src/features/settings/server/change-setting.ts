import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import {
  inForce,
  isSameValue,
  isThreshold,
  type SettingName,
  type SettingValue,
  settingOf,
} from '../domain/settings.ts'
import type { Context } from './get-settings.ts'
import {
  findChangeByKey,
  findWaitingChange,
  insertSettingChange,
  listSetValues,
  type SettingChangeRow,
  updateSettingChange,
  valueOfRow,
} from './settings.queries.ts'
import { lapseOf } from './waiting-changes.ts'

type Change = {
  setting: SettingName
  value: SettingValue
  /** The field of the form that a refusal names. */
  field: string
  /** What the person has seen. */
  lastChangeId: string | null
  reason: string
  idempotencyKey: string
}

/**
 * Stores a change in the transaction of the realm, which holds the lock of the client's settings: it is in force at once, or waits for a
 * second person where it is a threshold. A repeat with the same key changes nothing. Throws `conflict` where the setting was changed in
 * the meantime or another threshold waits, `validation` where nothing changes or the amount is above that of the client's file.
 */
export async function changeSetting(trx: Kysely<DB>, context: Context, change: Change): Promise<void> {
  const { clientOfFile: file, actor, clock } = context
  const { setting, value, field, reason } = change
  const repeated = await findChangeByKey(trx, change.idempotencyKey)
  if (repeated) {
    if (isRepeat(repeated, context, change)) return
    throw new Problem('conflict', { detail: 'This was already sent with different details.' })
  }
  const fileValue = settingOf(file, setting)
  if (fileValue === null) throw new Problem('not-found')
  const set = (await listSetValues(trx, file.name)).find(each => each.setting === setting)
  const before = inForce(setting, fileValue, set)
  if ((set?.changeId ?? null) !== change.lastChangeId)
    throw new Problem('conflict', {
      detail: 'Someone else changed this in the meantime. Load the page again and check the new value.',
    })
  if (isSameValue(before, value)) throw fieldProblem(field, 'This is the value in force')
  if (isThreshold(setting)) {
    if (BigInt(String(value)) > BigInt(String(fileValue)))
      throw fieldProblem(field, 'Enter at most the amount of the client’s file')
    await endLapsed(trx, context, setting)
  }
  const changeId = randomUUIDv7()
  await insertSettingChange(trx, {
    change_id: changeId,
    client: file.name,
    setting,
    value: JSON.stringify(value),
    before_value: JSON.stringify(before),
    file_value: JSON.stringify(fileValue),
    reason,
    requested_by: actor.userId,
    requested_by_name: nameOf(actor),
    requested_at: clock.now(),
    idempotency_key: change.idempotencyKey,
    ...(isThreshold(setting) ? { state: 'waiting' } : { state: 'made', revision: (set?.revision ?? 0) + 1 }),
  })
  await recordSettingEvent(trx, context, {
    kind: isThreshold(setting) ? 'settings-threshold-proposed' : 'settings-changed',
    setting,
    changeId,
    ...(setting === 'support-hours' ? {} : { before, after: value }),
  })
}

const isRepeat = (row: SettingChangeRow, { clientOfFile, actor }: Context, change: Change): boolean =>
  row.client === clientOfFile.name &&
  row.requested_by === actor.userId &&
  row.setting === change.setting &&
  row.reason === change.reason &&
  isSameValue(valueOfRow(row.value), change.value)

/** Closes a proposal that can no longer be confirmed. Throws `conflict` while one waits. */
async function endLapsed(trx: Kysely<DB>, { clientOfFile: file, clock }: Context, setting: SettingName) {
  const waiting = await findWaitingChange(trx, { client: file.name, setting })
  if (!waiting) return
  if (lapseOf(waiting, file, clock.now()) === null)
    throw new Problem('conflict', {
      detail: 'Another amount is awaiting confirmation. Decide about it first.',
    })
  await updateSettingChange(trx, waiting.change_id, { state: 'lapsed' })
}

type SettingEvent = {
  kind:
    | 'settings-changed'
    | 'settings-threshold-proposed'
    | 'settings-threshold-confirmed'
    | 'settings-threshold-declined'
  setting: SettingName
  changeId: string
  /** Numbers, never a text that a person typed. */
  before?: SettingValue
  after?: SettingValue
}

export async function recordSettingEvent(
  trx: Kysely<DB>,
  { actor, clock, request, clientOfFile }: Context,
  { kind, setting, changeId, before, after }: SettingEvent,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: {
      client: clientOfFile.name,
      setting,
      change: changeId,
      ...(before === undefined ? {} : { before: textOf(before) }),
      ...(after === undefined ? {} : { after: textOf(after) }),
    },
  })
}

const textOf = (value: SettingValue): string =>
  typeof value === 'string' ? value : `${value.decision}, ${value.payment}`
