import * as z from 'zod/mini'
import { changeRecord, waitingRecord } from '../../contract/change-record.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredLine, requiredReason } from '../../contract/required-text.ts'
import { amountAboveZero, command, currency } from '../../contract/wire.ts'
import { maxGrantDays, maxHoursLength, settingNames, thresholdNames } from './domain/settings.ts'

const days = z
  .int('Enter a whole number')
  .check(
    z.minimum(1, 'Enter at least 1'),
    z.maximum(maxGrantDays, { error: () => `Enter at most ${maxGrantDays}` }),
  )

export const supportHours = requiredLine(maxHoursLength, 'Enter when people can reach you')
const grantDays = z.object({ decision: days, payment: days })
/** Days as a form has them. */
export const typedDays = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'Enter a whole number')),
  z.pipe(z.transform(Number), days),
)

/** A text, the two numbers of days, or an amount in minor units as digits. */
const settingValue = z.union([z.string(), z.object({ decision: z.int(), payment: z.int() })])

const settingChange = z.object({
  ...changeRecord,
  setting: z.enum(settingNames),
  currency: z.nullable(currency),
  value: settingValue,
  before: settingValue,
})
export type SettingChange = z.output<typeof settingChange>

const waitingChange = z.object({
  ...settingChange.shape,
  ...waitingRecord,
})
export type WaitingChange = z.output<typeof waitingChange>

const setting = z.object({
  name: z.enum(settingNames),
  /** Of an amount. */
  currency: z.nullable(currency),
  /** The value in force, unless another client is stricter. */
  value: settingValue,
  /** Of an amount: another client that shows the same accounts and has a lower one, which holds at both; null where there is none. */
  stricterAt: z.nullable(z.object({ client: z.string(), value: z.string() })),
  /** That of the client's file. */
  fileValue: settingValue,
  /** The change that last set it on screen; null before the first. A further change names it. */
  lastChangeId: z.nullable(z.uuid()),
  /** Whether a value was set on screen that no longer holds, because the file was changed since. */
  isOverruledByFile: z.boolean(),
  waiting: z.nullable(waitingChange),
})
export type Setting = z.output<typeof setting>

const settings = z.object({
  data: z.array(setting),
  /** The changes of all settings, the latest first: the last 100, and older ones that are in force or wait. */
  history: z.array(settingChange),
})
export type Settings = z.output<typeof settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Returns the client’s settings that staff change on screen, with their history and what waits',
  access: ['SETTINGS_MANAGE', 'AUDIT_VIEW'],
  reply: settings,
})

const change = { lastChangeId: z.nullable(z.uuid()), reason: requiredReason }

export const changeSupportHours = endpoint({
  method: 'POST',
  path: '/api/settings/support-hours',
  summary: 'Changes when people can reach the client by phone',
  access: 'SETTINGS_MANAGE',
  idempotent: 'own-row',
  records: ['settings-changed'],
  body: command(z.object({ ...change, hours: supportHours })),
  reply: settings,
})

export const changeGrantDays = endpoint({
  method: 'POST',
  path: '/api/settings/grant-days',
  summary: 'Changes the banking days within which grants are decided and paid',
  access: 'SETTINGS_MANAGE',
  idempotent: 'own-row',
  records: ['settings-changed'],
  body: command(z.object({ ...change, ...grantDays.shape })),
  reply: settings,
})

export const proposeThreshold = endpoint({
  method: 'POST',
  path: '/api/settings/thresholds',
  summary: 'Proposes a lower threshold, or one up to that of the client’s file, for a second person',
  access: 'SETTINGS_MANAGE',
  idempotent: 'own-row',
  stepUp: true,
  records: ['settings-threshold-proposed'],
  body: command(z.object({ ...change, threshold: z.enum(thresholdNames), amountMinor: amountAboveZero })),
  reply: settings,
})

const params = z.object({ changeId: z.uuid() })

export const confirmThreshold = endpoint({
  method: 'POST',
  path: '/api/settings/thresholds/{changeId}/confirm',
  summary: 'Confirms a threshold, which is then in force; refused to the person who proposed it',
  access: 'SETTINGS_MANAGE',
  stepUp: true,
  records: ['settings-threshold-confirmed'],
  params,
  body: command(z.object({})),
  reply: settings,
})

export const declineThreshold = endpoint({
  method: 'POST',
  path: '/api/settings/thresholds/{changeId}/decline',
  summary: 'Declines a threshold that waits, or withdraws one’s own',
  access: 'SETTINGS_MANAGE',
  records: ['settings-threshold-declined'],
  params,
  body: command(z.object({ reason: requiredReason })),
  reply: settings,
})
