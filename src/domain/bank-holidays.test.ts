import { describe, expect, test } from 'vitest'
import {
  type BankCalendar,
  bankCalendarOf,
  bankingDayAfter,
  isBankingDay,
  nextBankingDay,
} from './bank-holidays.ts'
import { addDays, type IsoDate } from './dates.ts'

const day = (text: string) => text as IsoDate
/**
 * The weekdays on which banks are closed, as https://www.frbservices.org/about/holiday-schedules and https://www.gov.uk/bank-holidays
 * publish them some years ahead; the later years as the statutes give them.
 */
const published: Readonly<Record<BankCalendar, Readonly<Record<number, string>>>> = {
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

const weekdaysClosed = (year: number, calendar: BankCalendar) => {
  const closed: string[] = []
  for (let date = day(`${year}-01-01`); date <= day(`${year}-12-31`); date = addDays(date, 1))
    if (![0, 6].includes(new Date(date).getUTCDay()) && !isBankingDay(date, calendar))
      closed.push(date.slice(5))
  return closed.join(' ')
}

describe('the bank holidays', () => {
  test.each(['federal-reserve', 'england-and-wales'] as const)(
    'of %s are those that are published',
    calendar => {
      const years = Object.keys(published[calendar]).map(Number)
      expect(Object.fromEntries(years.map(year => [year, weekdaysClosed(year, calendar)]))).toEqual(
        published[calendar],
      )
    },
  )

  test('of later years are computed', () => {
    // Thanksgiving 2036; Easter 2038, the latest date that it can have.
    expect(isBankingDay(day('2036-11-27'), 'federal-reserve')).toBe(false)
    expect(isBankingDay(day('2036-11-28'), 'federal-reserve')).toBe(true)
    expect(isBankingDay(day('2038-04-26'), 'england-and-wales')).toBe(false)
    expect(isBankingDay(day('2199-12-25'), 'england-and-wales')).toBe(false)
  })

  test('leave out a Friday before a holiday on a Saturday', () => {
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

test('a country without a calendar is refused', () => {
  expect(() => bankCalendarOf('FR')).toThrow('FR')
})
