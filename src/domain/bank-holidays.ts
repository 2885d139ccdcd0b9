import { addDays, type IsoDate } from './dates.ts'

/** Whose bank holidays count: those of the Federal Reserve Banks, or of England and Wales. */
export type BankCalendar = 'federal-reserve' | 'england-and-wales'

const calendarOfCountry: Readonly<Record<string, BankCalendar>> = {
  US: 'federal-reserve',
  GB: 'england-and-wales',
}

/** The cast: the ISO string of an instant begins with its date. */
const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10) as IsoDate
const weekdayOf = (day: IsoDate) => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: IsoDate) => [0, 6].includes(weekdayOf(day))

/** @throws if the country (ISO 3166 alpha-2) has no calendar. */
export function bankCalendarOf(country: string): BankCalendar {
  const calendar = calendarOfCountry[country]
  if (!calendar) throw new Error(`there is no calendar of bank holidays for ${country}`)
  return calendar
}

/** The nth of a weekday (0 is Sunday) in a month. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): IsoDate {
  const first = dayOf(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}

function lastMonday(year: number, month: number): IsoDate {
  const last = dayOf(year, month + 1, 0)
  return addDays(last, -((weekdayOf(last) + 6) % 7))
}

/** Easter Sunday: the first Sunday after the full moon of the Gregorian computus, by Butcher’s algorithm. */
function easterSunday(year: number): IsoDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (skipped + 19 * golden + 15) % 30
  const fullMoon =
    moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7
  return dayOf(year, 3, 28 + fullMoon - weekday)
}

/**
 * The holidays of the Federal Reserve Banks (5 U.S.C. §6103; https://www.frbservices.org/about/holiday-schedules). One on a Sunday is
 * observed on Monday; on a Saturday the banks are open on the Friday before.
 */
function federalReserve(year: number): IsoDate[] {
  const fixed = [
    dayOf(year, 1, 1),
    // Juneteenth is a holiday since June 2021.
    ...(year >= 2021 ? [dayOf(year, 6, 19)] : []),
    dayOf(year, 7, 4),
    dayOf(year, 11, 11),
    dayOf(year, 12, 25),
  ]
  return [
    ...fixed.map(day => (weekdayOf(day) === 0 ? addDays(day, 1) : day)),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastMonday(year, 5),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4),
  ]
}

/**
 * The holidays of England and Wales (Banking and Financial Dealings Act 1971 and the customary proclamations of New Year's Day and the
 * first Monday in May; https://www.gov.uk/bank-holidays). One at a weekend is moved to the next weekday that is not one.
 */
function englandAndWales(year: number): IsoDate[] {
  const days = [
    addDays(easterSunday(year), -2),
    addDays(easterSunday(year), 1),
    nthWeekday(year, 5, 1, 1),
    lastMonday(year, 5),
    lastMonday(year, 8),
  ]
  // Boxing Day keeps its own weekday before Christmas Day gets a substitute.
  const fixed = [dayOf(year, 1, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)]
  days.push(...fixed.filter(day => !isWeekend(day)))
  for (const day of fixed.filter(isWeekend)) {
    let substitute = day
    while (isWeekend(substitute) || days.includes(substitute)) substitute = addDays(substitute, 1)
    days.push(substitute)
  }
  return days
}

/** Days that were proclaimed, such as for a jubilee or a coronation, or moved. Add a later one here. */
const proclaimed: Readonly<
  Partial<Record<BankCalendar, Readonly<Record<number, { open?: string[]; closed: string[] }>>>>
> = {
  'england-and-wales': {
    2020: { open: ['2020-05-04'], closed: ['2020-05-08'] },
    2022: { open: ['2022-05-30'], closed: ['2022-06-02', '2022-06-03', '2022-09-19'] },
    2023: { closed: ['2023-05-08'] },
  },
}

const rules = { 'federal-reserve': federalReserve, 'england-and-wales': englandAndWales }

const holidaysByYear = new Map<string, ReadonlySet<string>>()

/** A cache, because lists ask for many days of the same few years. */
function holidaysOf(calendar: BankCalendar, year: number): ReadonlySet<string> {
  const key = `${calendar} ${year}`
  let days = holidaysByYear.get(key)
  if (!days) {
    const { open = [], closed = [] } = proclaimed[calendar]?.[year] ?? {}
    days = new Set([...rules[calendar](year).filter(day => !open.includes(day)), ...closed])
    holidaysByYear.set(key, days)
  }
  return days
}

/**
 * Whether banks are open on the day. Every year is computed; a day that is proclaimed for a single year is known to a version of the
 * program that lists it.
 */
export function isBankingDay(day: IsoDate, calendar: BankCalendar): boolean {
  return !isWeekend(day) && !holidaysOf(calendar, Number(day.slice(0, 4))).has(day)
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
