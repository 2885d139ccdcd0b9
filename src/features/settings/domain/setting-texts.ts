import { type Currency, formatMoney } from '../../../domain/money.ts'
import { isThreshold, type SettingName, type SettingValue } from './settings.ts'

const titles: Readonly<Record<SettingName, string>> = {
  'support-hours': 'Support hours',
  'grant-days': 'Days for a grant',
  'dual-control-from': 'Two people from',
  'step-up-from': 'Identity confirmed again from',
  'secondary-dual-control-from': 'Two people from',
  'secondary-step-up-from': 'Identity confirmed again from',
}

const currencyNames = { USD: 'dollars', GBP: 'pounds' } as const satisfies Record<Currency, string>

/** What staff call a setting. `currency`: of a threshold at a client with two books; null elsewhere. */
export const settingTitle = (name: SettingName, currency: Currency | null): string =>
  currency === null ? titles[name] : `${titles[name]}, in ${currencyNames[currency]}`

/** What a setting does, as one or two sentences. */
export const settingPurposes: Readonly<Record<SettingName, string>> = {
  'support-hours':
    'When the phone is answered. Visitors and donors read it on Contact, and in the mail that confirms a message.',
  'grant-days':
    'Banking days within which a grant is decided, and an approved one is paid. Donors read the days that follow from them.',
  'dual-control-from':
    'From this amount on, the approver of a grant does not pay it, and a posting waits for a second person.',
  'step-up-from':
    'From this amount on, people confirm their identity again before they recommend a grant or post money.',
  'secondary-dual-control-from':
    'From this amount on, the approver of a grant does not pay it, and a posting waits for a second person.',
  'secondary-step-up-from':
    'From this amount on, people confirm their identity again before they recommend a grant or post money.',
}

const dayText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`

/** A value as people read it. */
export function settingText(
  name: SettingName,
  value: SettingValue,
  { currency, locale }: { currency: Currency | null; locale: string },
): string {
  if (typeof value === 'object')
    return `Decided within ${dayText(value.decision)}, paid within ${dayText(value.payment)}`
  return isThreshold(name) && currency !== null
    ? formatMoney(BigInt(value), currency, locale, { wholeUnitsWhenRound: true })
    : value
}
