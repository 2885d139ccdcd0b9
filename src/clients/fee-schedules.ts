import { addDays, addMonths, asIsoDate, type IsoDate, monthStart } from '../domain/dates.ts'
import type { FeeTerms, FundType } from '../domain/fee-terms.ts'
import { invariant } from '../domain/invariant.ts'

/** A fee that a book charges its funds regularly (docs/decisions/0080-fees-and-divisions.md). */
export type FeeSchedule = {
  /** Stored with each run, and therefore never changed. */
  name: string
  /** What staff and donors read. */
  title: string
  kind: 'administrative_fee' | 'investment_fee'
  /** The types of accounts that pay it. */
  fundTypes: readonly FundType[]
  /** The terms by the first day on which they hold, earliest first; a day on which a period of them and of those before begins. */
  versions: readonly FeeTerms[]
}

export const monthsOf = { month: 1, quarter: 3 } as const satisfies Record<FeeTerms['every'], number>

/** Whether a period of a month or a quarter begins on a day. */
const beginsPeriod = (day: IsoDate, every: FeeTerms['every']): boolean =>
  day === monthStart(day, 0) && (Number(day.slice(5, 7)) - 1) % monthsOf[every] === 0

/** Throws for schedules that could not be charged, so that the program does not start with them. */
export function checkFeeSchedules(schedules: readonly FeeSchedule[]): void {
  const names = schedules.map(({ name }) => name)
  invariant(new Set(names).size === names.length, 'each fee schedule of a client has a name of its own')
  for (const { name, fundTypes, versions } of schedules) {
    invariant(/^[a-z][a-z0-9-]{0,39}$/.test(name), `${name} is a short name in lower-case letters`)
    invariant(fundTypes.length > 0, `the fee schedule ${name} names the accounts that pay it`)
    invariant(versions.length > 0, `the fee schedule ${name} has a version`)
    for (const [index, terms] of versions.entries()) checkTerms(name, terms, versions[index - 1])
  }
}

function checkTerms(name: string, terms: FeeTerms, before: FeeTerms | undefined): void {
  const about = `the version ${terms.from} of the fee schedule ${name}`
  const fault = faultOfTerms(terms, before)
  invariant(fault === null, fault === null ? about : `${about} ${fault.rule}`)
}

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

/** A period that a schedule charges, with the days whose balances decide. */
export type FeePeriod = {
  from: IsoDate
  to: IsoDate
  baseFrom: IsoDate
  baseTo: IsoDate
  /** The day after those balances: the date of the fee, and the first on which it can be charged. */
  chargedOn: IsoDate
  terms: FeeTerms
}

/** The periods of a schedule that can be charged on a day, earliest first. */
export function periodsUntil({ versions }: Pick<FeeSchedule, 'versions'>, today: IsoDate): FeePeriod[] {
  return versions.flatMap((terms, index) => {
    const next = versions[index + 1]
    const months = monthsOf[terms.every]
    const periods: FeePeriod[] = []
    // Checked when the program starts.
    for (let from = terms.from as IsoDate; next === undefined || from < next.from; ) {
      const after = addMonths(from, months)
      const inAdvance = terms.charged === 'in-advance'
      const chargedOn = inAdvance ? from : after
      if (chargedOn > today) break
      const [baseFrom, baseTo] = inAdvance
        ? [addMonths(from, -months), addDays(from, -1)]
        : [from, addDays(after, -1)]
      periods.push({ from, to: addDays(after, -1), baseFrom, baseTo, chargedOn, terms })
      from = after
    }
    return periods
  })
}
