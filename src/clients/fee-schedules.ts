import { addDays, addMonths, type IsoDate } from '../domain/dates.ts'
import { type FeeTerms, type FundType, faultOfTerms, monthsOf } from '../domain/fee-terms.ts'
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
