import { addDays, type IsoDate } from './dates.ts'

/** Whose bank holidays count: those of the Federal Reserve Banks, or of England and Wales. */
export type BankCalendar = 'federal-reserve' | 'england-and-wales'

const calendarOfCountry: Readonly<Record<string, BankCalendar>> = {
  US: 'federal-reserve',
  GB: 'england-and-wales',
}

/** @throws if the country (ISO 3166 alpha-2) has no calendar. */
export function bankCalendarOf(country: string): BankCalendar {
  const calendar = calendarOfCountry[country]
  if (!calendar) throw new Error(`there is no calendar of bank holidays for ${country}`)
  return calendar
}

/**
 * The weekdays on which banks are closed, by year.
 *
 * Federal Reserve: the holiday schedule at https://www.frbservices.org/about/holiday-schedules, which is published five years
 * ahead; the later years follow its rules (5 U.S.C. §6103). A holiday on a Sunday is observed on Monday; on a Saturday the banks
 * are open on the Friday before, so that it is not in the table.
 *
 * England and Wales: https://www.gov.uk/bank-holidays, which is published about two years ahead; the later years follow the
 * Banking and Financial Dealings Act 1971 and the customary proclamations (New Year's Day, the first Monday in May). A holiday at a
 * weekend is moved to the next weekday that is not one. A proclamation may add a day, such as for a coronation: add it here.
 */
const holidays: Readonly<Record<BankCalendar, Readonly<Record<number, string>>>> = {
  'federal-reserve': {
    2020: '01-01 01-20 02-17 05-25 09-07 10-12 11-11 11-26 12-25',
    2021: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
    2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
    2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2032: '01-01 01-19 02-16 05-31 07-05 09-06 10-11 11-11 11-25',
    2033: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
    2034: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2035: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  },
  'england-and-wales': {
    2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
    2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
    2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
    2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
    2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
    2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
    2029: '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26',
    2030: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
    2031: '01-01 04-11 04-14 05-05 05-26 08-25 12-25 12-26',
    2032: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2033: '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27',
    2034: '01-02 04-07 04-10 05-01 05-29 08-28 12-25 12-26',
    2035: '01-01 03-23 03-26 05-07 05-28 08-27 12-25 12-26',
  },
}

const years = Object.keys(holidays['federal-reserve']).map(Number)
export const firstBankingYear = Math.min(...years)
export const lastBankingYear = Math.max(...years)

const closedDays: Readonly<Record<BankCalendar, ReadonlySet<string>>> = {
  'federal-reserve': daysOf('federal-reserve'),
  'england-and-wales': daysOf('england-and-wales'),
}

function daysOf(calendar: BankCalendar): Set<string> {
  return new Set(
    Object.entries(holidays[calendar]).flatMap(([year, days]) =>
      days.split(' ').map(day => `${year}-${day}`),
    ),
  )
}

/**
 * Whether banks are open on the day.
 *
 * @throws RangeError for a year outside the table, because any answer could be wrong.
 */
export function isBankingDay(day: IsoDate, calendar: BankCalendar): boolean {
  const year = Number(day.slice(0, 4))
  if (year < firstBankingYear || year > lastBankingYear)
    throw new RangeError(`the table of bank holidays does not include ${year}`)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !closedDays[calendar].has(day)
}

/** The day itself if banks are open, else the next day on which they are. */
export function nextBankingDay(day: IsoDate, calendar: BankCalendar): IsoDate {
  let next = day
  while (!isBankingDay(next, calendar)) next = addDays(next, 1)
  return next
}

/** The nth banking day after a day; the first is never the day itself. */
export function bankingDayAfter(day: IsoDate, nth: number, calendar: BankCalendar): IsoDate {
  if (!Number.isInteger(nth) || nth < 1) throw new RangeError(`${nth} is not a number of banking days`)
  let found = day
  for (let count = 0; count < nth; count += 1) found = nextBankingDay(addDays(found, 1), calendar)
  return found
}

/** The warning for the operator, from a year before the table ends; null until then. */
export function bankHolidayWarning(today: IsoDate): string | null {
  if (Number(today.slice(0, 4)) < lastBankingYear) return null
  return `The table of bank holidays (src/domain/bank-holidays.ts) ends with ${lastBankingYear}. Install a version with later years, or work that is due on banking days stops.`
}
