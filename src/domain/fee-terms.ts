import { asIsoDate, type IsoDate, monthStart } from './dates.ts'

/** The types of accounts that schedules name; `General` is the sponsor’s own fund of a book. */
export const fundTypes = ['Individual', 'Joint', 'Organization', 'General'] as const
export type FundType = (typeof fundTypes)[number]

/** On what terms a fee is charged. */
export type FeeTerms = {
  /** `2026-10-01` */
  from: string
  every: 'month' | 'quarter'
  /** In arrears a period pays by its own balances; in advance by those of the period before. */
  charged: 'in-arrears' | 'in-advance'
  excludedAssets: 'included' | 'left-out'
  /** The least that a fund with a balance pays in a year; a part of a year pays its part. */
  minimumPerYearMinor: bigint
  /** Marginal: each rate is for the part of the average balance within its tier. The last tier has no upper end. */
  tiers: readonly FeeTier[]
}

/** `millionths`: of the balance, in a year: 6,000 is 0.6%. */
export type FeeTier = { upToMinor: bigint | null; millionths: number }

export const monthsOf = { month: 1, quarter: 3 } as const satisfies Record<FeeTerms['every'], number>

/** Whether a period of a month or a quarter begins on a day. */
const beginsPeriod = (day: IsoDate, every: FeeTerms['every']): boolean =>
  day === monthStart(day, 0) && (Number(day.slice(5, 7)) - 1) % monthsOf[every] === 0

/** As `src/contract/wire.ts` and the database bound them. */
export const maxTiers = 20
const maxAmountMinor = 999_999_999_999_999n

export type TermsFault = {
  field: 'from' | 'minimumPerYearMinor' | 'tiers'
  /** What the terms should do, for operators, after the name of the terms. */
  rule: string
  /** What people who entered them should do. */
  advice: string
}

/** Why no fee could be charged on these terms after those before them; null if it could. */
export function faultOfTerms(terms: FeeTerms, before: FeeTerms | undefined): TermsFault | null {
  const from = asIsoDate(terms.from)
  if (from === null || !beginsPeriod(from, terms.every))
    return { field: 'from', rule: 'begins with a period', advice: firstDayOf(terms.every) }
  if (before && before.from >= from)
    return {
      ...{ field: 'from', rule: 'follows the one before' },
      advice: 'Enter a day after the first day of the terms before',
    }
  if (before && !beginsPeriod(from, before.every))
    return {
      ...{ field: 'from', rule: 'begins with a period of the version before it' },
      advice: firstDayOf(before.every),
    }
  if (terms.minimumPerYearMinor < 0n || terms.minimumPerYearMinor > maxAmountMinor)
    return {
      ...{ field: 'minimumPerYearMinor', rule: 'has a minimum of 0 to 15 digits' },
      advice: 'Enter an amount of up to 15 digits',
    }
  return faultOfTiers(terms.tiers)
}

const firstDayOf = (every: FeeTerms['every']): string => `Enter the first day of a ${every}`

function faultOfTiers(tiers: FeeTerms['tiers']): TermsFault | null {
  const fault = (rule: string, advice: string): TermsFault => ({ field: 'tiers', rule, advice })
  if (tiers.length > maxTiers)
    return fault(`has at most ${maxTiers} tiers`, `Enter at most ${maxTiers} tiers`)
  if (tiers.at(-1)?.upToMinor !== null)
    return fault('has a last tier with no upper end', 'Leave the upper end of the last tier empty')
  let lower = 0n
  for (const [index, { upToMinor, millionths }] of tiers.entries()) {
    if (!Number.isInteger(millionths) || millionths < 0 || millionths > 1_000_000)
      return fault('has a rate from 0 to 1,000,000 millionths', 'Enter a rate from 0% to 100%')
    if (index === tiers.length - 1) break
    if (upToMinor === null || upToMinor <= lower || upToMinor > maxAmountMinor)
      return fault('has tiers that go upwards', 'Let each tier end above the one before it')
    lower = upToMinor
  }
  return null
}
