import type { Currency } from '../../../domain/money.ts'

/** The settings of a client that staff change on screen, by the name that the database stores: it never changes. */
export const settingNames = [
  'support-hours',
  'grant-days',
  'dual-control-from',
  'step-up-from',
  'secondary-dual-control-from',
  'secondary-step-up-from',
] as const
export type SettingName = (typeof settingNames)[number]

/** Amounts from which a step takes more. Two people change one, and it is never above that of the client's file. */
export const thresholdNames = [
  'dual-control-from',
  'step-up-from',
  'secondary-dual-control-from',
  'secondary-step-up-from',
] as const satisfies readonly SettingName[]
export type ThresholdName = (typeof thresholdNames)[number]

export const isThreshold = (name: SettingName): name is ThresholdName =>
  thresholdNames.some(each => each === name)

export const maxHoursLength = 200
export const maxGrantDays = 60

/** How long a proposed threshold waits. The constraint threshold_confirmed_in_time has the same number. */
export const proposalDays = 7

export type GrantDays = { decision: number; payment: number }

type Thresholds = { dualControlFromMinor: bigint; stepUpFromMinor: bigint }

/** What a client's configuration has of them. */
type Configured = Thresholds & {
  support: { hours: string }
  grantDays: GrantDays
  book: { currency: Currency }
  secondaryBook: { currency: Currency } | null
  /** Null: a secondary book has the thresholds of the first. */
  inSecondaryBook: Thresholds | null
}

/** A value as it is stored and sent: a text, the two numbers of days, or an amount in minor units as digits. */
export type SettingValue = string | GrantDays

/** Of which of the client's books a threshold is, and its field. */
export const thresholdFields = {
  'dual-control-from': ['book', 'dualControlFromMinor'],
  'step-up-from': ['book', 'stepUpFromMinor'],
  'secondary-dual-control-from': ['secondary', 'dualControlFromMinor'],
  'secondary-step-up-from': ['secondary', 'stepUpFromMinor'],
} as const satisfies Record<ThresholdName, readonly ['book' | 'secondary', keyof Thresholds]>

/** The value of a client; null for a threshold of a secondary book without rules of its own. */
export function settingOf(client: Configured, name: SettingName): SettingValue | null {
  if (name === 'support-hours') return client.support.hours
  if (name === 'grant-days') return client.grantDays
  const [of, field] = thresholdFields[name]
  const settings = of === 'book' ? client : client.inSecondaryBook
  return settings === null ? null : settings[field].toString()
}

/** The settings that a client has. */
export const settingsOf = (client: Configured): SettingName[] =>
  settingNames.filter(name => settingOf(client, name) !== null)

/** The currency of a threshold; null for other settings. */
export function currencyOf({ book, secondaryBook }: Configured, name: SettingName): Currency | null {
  if (!isThreshold(name)) return null
  return thresholdFields[name][0] === 'book' ? book.currency : (secondaryBook?.currency ?? null)
}

export const isSameValue = (one: SettingValue | null, other: SettingValue | null): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one?.decision === other?.decision && one?.payment === other?.payment
    : one === other

/** The last value of a setting that was set on screen, and that which the file had then. */
export type SetValue = { setting: SettingName; value: SettingValue; fileValue: SettingValue }

/**
 * The value in force. A text or days set on screen hold until the file says something else. A threshold is the lower of both, so that no
 * change of the file makes one looser than two people set it, and none on screen makes it looser than the file.
 */
export function inForce(name: SettingName, file: SettingValue, set: SetValue | undefined): SettingValue {
  if (set === undefined) return file
  if (!isThreshold(name)) return isSameValue(set.fileValue, file) ? set.value : file
  return BigInt(String(set.value)) < BigInt(String(file)) ? set.value : file
}

/** The client of a file with the values that are in force. */
export function applySettings<C extends Configured>(file: C, values: readonly SetValue[]): C {
  return values.reduce<C>((client, set) => {
    const ofFile = settingOf(file, set.setting)
    return ofFile === null ? client : withValue(client, set.setting, inForce(set.setting, ofFile, set))
  }, file)
}

function withValue<C extends Configured>(client: C, name: SettingName, value: SettingValue): C {
  if (typeof value === 'object') return { ...client, grantDays: value }
  if (!isThreshold(name)) return { ...client, support: { ...client.support, hours: value } }
  const [of, field] = thresholdFields[name]
  const amount = { [field]: BigInt(value) }
  if (of === 'book') return { ...client, ...amount }
  return {
    ...client,
    inSecondaryBook: client.inSecondaryBook && { ...client.inSecondaryBook, ...amount },
  }
}
