import type { IsoDate } from './dates.ts'
import { dayMs } from './durations.ts'

/** Both days are counted. */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Of numbers that are not negative. */
export const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)

/** The average of daily balances, as an amount that people read; what is computed, is computed from their sum. */
export function averageOf(balanceDaysMinor: bigint, days: number): bigint {
  if (days <= 0) return 0n
  return balanceDaysMinor < 0n
    ? -roundHalfUp(-balanceDaysMinor, BigInt(days))
    : roundHalfUp(balanceDaysMinor, BigInt(days))
}
