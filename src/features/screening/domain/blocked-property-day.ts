import { type IsoDate, isoDate } from '../../../domain/dates.ts'

/**
 * The day of the year on which blocked property is counted, and the last day for its report. The United States: property on June 30, by
 * September 30 (31 CFR 501.603(b)(2)). The United Kingdom: property on 30 September; the day for the answer is in each year's notice of the
 * Office of Financial Sanctions Implementation, so there is none here.
 */
export function blockedPropertyDays(
  year: number,
  country: string,
): { countedOn: IsoDate; reportBy: IsoDate | null } {
  return country === 'GB'
    ? { countedOn: isoDate(`${year}-09-30`), reportBy: null }
    : { countedOn: isoDate(`${year}-06-30`), reportBy: isoDate(`${year}-09-30`) }
}

/** How many years of lists can be asked for: records are kept for ten years. */
const keptYears = 10

/** The years whose day has come, the latest first. */
export function blockedPropertyYears(today: IsoDate, country: string): number[] {
  const thisYear = Number(today.slice(0, 4))
  const latest = blockedPropertyDays(thisYear, country).countedOn <= today ? thisYear : thisYear - 1
  return Array.from({ length: keptYears }, (_none, before) => latest - before)
}
