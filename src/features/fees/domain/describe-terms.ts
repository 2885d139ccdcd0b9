import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'

/** The days of a period, as donors read them: `October 1 to December 31, 2026` would differ by country, so both have their year. */
export const periodText = ({ from, to }: { from: IsoDate; to: IsoDate }, locale: string): string =>
  `${formatDate(from, locale)} to ${formatDate(to, locale)}`

/** A rate of a year: `0.6%` for 6,000 millionths. */
export const rateText = (millionths: number, locale: string): string =>
  (millionths / 1_000_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 4 })

/** Hundredths of a percent: `12.5%` for 1,250. */
export const percentText = (hundredths: number, locale: string): string =>
  (hundredths / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })

/** What people type for a part of a fee, such as `12.5` or `100%`, in hundredths of a percent; null if it is none. */
export function readPercent(text: string): number | null {
  const [, whole, part = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return hundredths >= 1 && hundredths <= 10_000 ? hundredths : null
}

/** What people type for a rate of a year, such as `0.6` or `0.25%`, in millionths; null if it is none. */
export function readRate(text: string): number | null {
  const [, whole, part = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,4}))?\s*%?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const millionths = Number(whole) * 10_000 + Number(part.padEnd(4, '0'))
  return millionths <= 1_000_000 ? millionths : null
}

/** A rate as people type it. */
export const typedRate = (millionths: number, locale: string): string =>
  (millionths / 10_000).toLocaleString(locale, { maximumFractionDigits: 4, useGrouping: false })

const frequencies = {
  month: { 'in-arrears': 'Each month, in arrears', 'in-advance': 'Each month, in advance' },
  quarter: { 'in-arrears': 'Each quarter, in arrears', 'in-advance': 'Each quarter, in advance' },
} as const satisfies Record<FeeTerms['every'], Record<FeeTerms['charged'], string>>

/** When a schedule charges: `Each month, in arrears`. */
export const frequencyText = ({ every, charged }: Pick<FeeTerms, 'every' | 'charged'>): string =>
  frequencies[every][charged]

/** On what it is computed. */
export const basisText = ({
  charged,
  excludedAssets,
}: Pick<FeeTerms, 'charged' | 'excludedAssets'>): string =>
  `The average daily balance of the ${charged === 'in-arrears' ? 'period' : 'period before'}, ${excludedAssets === 'included' ? 'with' : 'without'} excluded assets`

/** A tier by its balances: `The first $500,000`, `The next $500,000`, `Above $1,000,000`. */
export function tierText(
  { fromMinor, upToMinor }: { fromMinor: bigint; upToMinor: bigint | null },
  moneyText: (amountMinor: bigint) => string,
): string {
  if (upToMinor === null) return fromMinor === 0n ? 'The whole balance' : `Above ${moneyText(fromMinor)}`
  return `The ${fromMinor === 0n ? 'first' : 'next'} ${moneyText(upToMinor - fromMinor)}`
}
