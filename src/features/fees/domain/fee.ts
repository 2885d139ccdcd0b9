import { daysBetween, roundHalfUp } from '../../../domain/averages.ts'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'

/** 365, or 366 in a leap year. A month and a quarter are within one year. */
export const daysOfYear = (day: IsoDate): number => {
  const year = day.slice(0, 4)
  return daysBetween(isoDate(`${year}-01-01`), isoDate(`${year}-12-31`))
}

/** What a fee is computed from. */
export type FeeBasis = {
  /** The daily ending balances of the base days, added up. */
  balanceDaysMinor: bigint
  baseDays: number
  /** The days that are charged, and those of their year. */
  chargedDays: number
  yearDays: number
  /** What reductions leave, added up over the charged days: 10,000 for each day without any. */
  keptHundredths: number
}

const wholeHundredths = 10_000n
const millionth = 1_000_000n

/**
 * The fee of a period: marginal tiers on the average daily ending balance, or the minimum if that is more; for the charged days of the
 * year; less reductions; rounded half up once. A fund without a balance on average pays nothing, also no minimum.
 */
export function feeOf(
  { tiers, minimumPerYearMinor }: Pick<FeeTerms, 'tiers' | 'minimumPerYearMinor'>,
  basis: FeeBasis,
): { feeMinor: bigint; isMinimum: boolean } {
  const { balanceDaysMinor, keptHundredths } = basis
  const [baseDays, chargedDays, yearDays] = [basis.baseDays, basis.chargedDays, basis.yearDays].map(BigInt)
  if (balanceDaysMinor <= 0n || !baseDays || !chargedDays || !yearDays)
    return { feeMinor: 0n, isMinimum: false }
  // Fractions of one denominator, baseDays × a million × yearDays.
  const byTiers =
    chargedDays *
    tierParts(tiers, balanceDaysMinor, basis.baseDays).reduce(
      (sum, { millionths, partDaysMinor }) => sum + partDaysMinor * BigInt(millionths),
      0n,
    )
  const byMinimum = minimumPerYearMinor * chargedDays * baseDays * millionth
  const isMinimum = byMinimum > byTiers
  const numerator = (isMinimum ? byMinimum : byTiers) * BigInt(keptHundredths)
  const denominator = baseDays * millionth * yearDays * wholeHundredths * chargedDays
  return { feeMinor: roundHalfUp(numerator, denominator), isMinimum }
}

/** The part of the balances within each tier, times the base days. */
export function tierParts(
  tiers: FeeTerms['tiers'],
  balanceDaysMinor: bigint,
  baseDays: number,
): { fromMinor: bigint; upToMinor: bigint | null; millionths: number; partDaysMinor: bigint }[] {
  let fromMinor = 0n
  return tiers.map(({ upToMinor, millionths }) => {
    const lower = fromMinor * BigInt(baseDays)
    const upper = upToMinor === null ? balanceDaysMinor : upToMinor * BigInt(baseDays)
    const end = balanceDaysMinor < upper ? balanceDaysMinor : upper
    const tier = { fromMinor, upToMinor, millionths, partDaysMinor: end > lower ? end - lower : 0n }
    fromMinor = upToMinor ?? fromMinor
    return tier
  })
}

/** `hundredths`: 10,000 waives the whole fee. Both days are included. */
export type Reduction = { from: IsoDate; to: IsoDate; hundredths: number }

/** What reductions leave over the days of a range, added up; the largest of several on one day counts. */
export function keptHundredths(
  range: { from: IsoDate; to: IsoDate },
  reductions: readonly Reduction[],
): number {
  const days = daysBetween(range.from, range.to)
  const holding = reductions.filter(({ from, to }) => from <= range.to && to >= range.from)
  if (holding.length === 0) return days * Number(wholeHundredths)
  let kept = 0
  for (let date = range.from; date <= range.to; date = addDays(date, 1)) {
    const largest = holding.reduce(
      (most, { from, to, hundredths }) => (from <= date && date <= to ? Math.max(most, hundredths) : most),
      0,
    )
    kept += Number(wholeHundredths) - largest
  }
  return kept
}
