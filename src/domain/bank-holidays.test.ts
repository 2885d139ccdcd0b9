import { describe, expect, test } from 'vitest'
import {
  type BankCalendar,
  bankCalendarOf,
  bankHolidayWarning,
  bankingDayAfter,
  firstBankingYear,
  isBankingDay,
  lastBankingYear,
  nextBankingDay,
} from './bank-holidays.ts'
import { addDays, type IsoDate } from './dates.ts'

const day = (text: string) => text as IsoDate
const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10) as IsoDate
const weekdayOf = (date: IsoDate) => new Date(date).getUTCDay()
const years = Array.from({ length: lastBankingYear - firstBankingYear + 1 }, (_, at) => firstBankingYear + at)

/** The nth Monday (1) to Thursday (4) of a month. */
const nthWeekday = (year: number, month: number, weekday: number, nth: number) =>
  addDays(dayOf(year, month, 1), ((weekday - weekdayOf(dayOf(year, month, 1)) + 7) % 7) + 7 * (nth - 1))
const lastMonday = (year: number, month: number) => {
  const last = dayOf(year, month + 1, 0)
  return addDays(last, -((weekdayOf(last) + 6) % 7))
}

/** Easter Sunday by Butcher’s algorithm: the first Sunday after the full moon of the Gregorian computus. */
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

function federalReserve(year: number): IsoDate[] {
  const fixed = [
    dayOf(year, 1, 1),
    dayOf(year, 6, 19),
    dayOf(year, 7, 4),
    dayOf(year, 11, 11),
    dayOf(year, 12, 25),
  ]
  return [
    ...fixed
      .filter(date => weekdayOf(date) !== 6)
      .map(date => (weekdayOf(date) === 0 ? addDays(date, 1) : date)),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastMonday(year, 5),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4),
  ]
}

function englandAndWales(year: number): IsoDate[] {
  const days = [addDays(easterSunday(year), -2), addDays(easterSunday(year), 1)]
  days.push(nthWeekday(year, 5, 1, 1), lastMonday(year, 5), lastMonday(year, 8))
  // Boxing Day keeps its own weekday before Christmas Day gets a substitute.
  const fixed = [dayOf(year, 1, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)]
  const isWeekend = (date: IsoDate) => [0, 6].includes(weekdayOf(date))
  days.push(...fixed.filter(date => !isWeekend(date)))
  for (const date of fixed.filter(isWeekend)) {
    let substitute = date
    while (isWeekend(substitute) || days.includes(substitute)) substitute = addDays(substitute, 1)
    days.push(substitute)
  }
  return days
}

/** Days that differ from the rules: Juneteenth is a holiday since 2021, and proclamations moved or added days. */
const exceptions: Readonly<Record<string, { open?: string[]; closed?: string[] }>> = {
  'federal-reserve 2020': { open: ['2020-06-19'] },
  'england-and-wales 2020': { open: ['2020-05-04'], closed: ['2020-05-08'] },
  'england-and-wales 2022': { open: ['2022-05-30'], closed: ['2022-06-02', '2022-06-03', '2022-09-19'] },
  'england-and-wales 2023': { closed: ['2023-05-08'] },
}

const byRules = (year: number, calendar: BankCalendar) => {
  const { open = [], closed = [] } = exceptions[`${calendar} ${year}`] ?? {}
  const ruled: string[] = calendar === 'federal-reserve' ? federalReserve(year) : englandAndWales(year)
  return [...ruled.filter(date => !open.includes(date)), ...closed].sort()
}

const weekdaysClosed = (year: number, calendar: BankCalendar) => {
  const closed: IsoDate[] = []
  for (let date = dayOf(year, 1, 1); date <= dayOf(year, 12, 31); date = addDays(date, 1))
    if (![0, 6].includes(weekdayOf(date)) && !isBankingDay(date, calendar)) closed.push(date)
  return closed
}

describe('the table of bank holidays', () => {
  test('has exactly the days that the rules give, in every year', () => {
    expect([firstBankingYear, lastBankingYear]).toEqual([2020, 2035])
    for (const year of years) {
      expect(weekdaysClosed(year, 'federal-reserve'), String(year)).toEqual(byRules(year, 'federal-reserve'))
      expect(weekdaysClosed(year, 'england-and-wales'), String(year)).toEqual(
        byRules(year, 'england-and-wales'),
      )
    }
  })

  test('has the days that the Federal Reserve and the government have published', () => {
    // A Saturday: the Federal Reserve Banks are open on the Friday before.
    expect(isBankingDay(day('2026-07-03'), 'federal-reserve')).toBe(true)
    expect(isBankingDay(day('2027-12-31'), 'federal-reserve')).toBe(true)
    expect(isBankingDay(day('2027-07-05'), 'federal-reserve')).toBe(false)
    expect(isBankingDay(day('2026-04-03'), 'england-and-wales')).toBe(false)
    expect(isBankingDay(day('2026-04-03'), 'federal-reserve')).toBe(true)
    expect(isBankingDay(day('2026-12-28'), 'england-and-wales')).toBe(false)
    expect(isBankingDay(day('2027-12-28'), 'england-and-wales')).toBe(false)
  })
})

test('counts banking days after a day, over weekends and holidays', () => {
  expect(nextBankingDay(day('2026-11-20'), 'federal-reserve')).toBe('2026-11-20')
  expect(nextBankingDay(day('2026-12-25'), 'england-and-wales')).toBe('2026-12-29')
  expect(bankingDayAfter(day('2026-12-31'), 5, 'federal-reserve')).toBe('2027-01-08')
  expect(bankingDayAfter(day('2024-03-31'), 5, 'england-and-wales')).toBe('2024-04-08')
  expect(() => bankingDayAfter(day('2026-12-31'), 0, 'federal-reserve')).toThrow(RangeError)
})

test('refuses a year outside the table instead of guessing', () => {
  expect(() => isBankingDay(day('2036-01-02'), 'federal-reserve')).toThrow('does not include 2036')
  expect(() => nextBankingDay(day('2019-12-30'), 'england-and-wales')).toThrow('does not include 2019')
  expect(() => bankCalendarOf('FR')).toThrow('FR')
})

test('warns from a year before the table ends', () => {
  expect(bankHolidayWarning(day('2034-12-31'))).toBeNull()
  expect(bankHolidayWarning(day('2035-01-01'))).toContain('ends with 2035')
})
