import { formatDate, type IsoDate } from '../../../domain/dates.ts'

/** The days of a period, as donors read them: `October 1 to December 31, 2026` would differ by country, so both have their year. */
export const periodText = ({ from, to }: { from: IsoDate; to: IsoDate }, locale: string): string =>
  `${formatDate(from, locale)} to ${formatDate(to, locale)}`

/** A rate of a year: `0.6%` for 6,000 millionths. */
export const rateText = (millionths: number, locale: string): string =>
  (millionths / 1_000_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 4 })

/** Hundredths of a percent: `12.5%` for 1,250. */
export const percentText = (hundredths: number, locale: string): string =>
  (hundredths / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
