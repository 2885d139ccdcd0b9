import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A day as a bank writes it in this order: `18/03/2026`, `18 Mar 26`, `20260318`, with or without a time. Null for anything else. */
export function readCsvDate(text: string, order: 'ymd' | 'dmy' | 'mdy'): IsoDate | null {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:\D|$)/.exec(text)
  if (compact && order === 'ymd') return asIsoDate(`${compact[1]}-${compact[2]}-${compact[3]}`)
  const parts = /^(\w{1,9})[\s/.,-]+(\w{1,9})[\s/.,-]+(\w{2,4})(?:[\sT].*)?$/.exec(text)?.slice(1)
  if (!parts) return null
  const part = (letter: string) => parts[order.indexOf(letter)] ?? ''
  const year = part('y').length === 2 ? `20${part('y')}` : part('y')
  const named = months.indexOf(part('m').slice(0, 3).toLowerCase()) + 1
  const month = named > 0 ? String(named) : part('m')
  return asIsoDate(`${year}-${month.padStart(2, '0')}-${part('d').padStart(2, '0')}`)
}

const marks = { USD: '$', GBP: '£' } as const satisfies Record<Currency, string>

/**
 * An amount in minor units: `1,234.50`, `-£20`, `(20.00)`, `20.00-`, `20.00 DR`. A comma before two digits may be a point of decimals, so
 * that it cannot be read; nor can the sign of another currency.
 */
export function readCsvAmount(text: string, currency: Currency): bigint | 'unreadable' {
  const found =
    /^(?<open>\()?(?<sign>[+-])?(?<mark>[£$])?\s?(?<inner>[+-])?(?<whole>\d{1,3}(?:,\d{3}){1,4}|\d{1,13})(?:\.(?<cents>\d{1,2}))?(?<close>\))?\s?(?<after>-|CR|DR)?$/i.exec(
      text.trim(),
    )?.groups
  if (!found || (found.open === undefined) !== (found.close === undefined)) return 'unreadable'
  if (found.mark !== undefined && found.mark !== marks[currency]) return 'unreadable'
  const amountMinor =
    BigInt((found.whole ?? '').replaceAll(',', '')) * 100n + BigInt((found.cents ?? '').padEnd(2, '0'))
  const signs = [found.open, found.sign, found.inner, found.after].map(each => each?.toUpperCase())
  return signs.some(each => each === '(' || each === '-' || each === 'DR') ? -amountMinor : amountMinor
}
