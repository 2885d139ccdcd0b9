import { endOfMonth, parseDate } from '@internationalized/date'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  asIsoDate,
  dateOf,
  formatDate,
  formatTime,
  type IsoDate,
  monthEnd,
} from './dates.ts'

const day = (text: string) => text as IsoDate

test('accepts only dates of the calendar (§16)', () => {
  expect(asIsoDate('2024-02-29')).toBe('2024-02-29')
  for (const wrong of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '1899-12-31',
    '20261120',
    '',
    '2026-11-20T00:00',
  ])
    expect(asIsoDate(wrong), wrong).toBeNull()
})

test('formats a date for the locale and takes the day of the time zone (§16)', () => {
  expect(formatDate(day('2026-11-20'), 'en-US')).toBe('November 20, 2026')
  expect(formatDate(day('2026-11-20'), 'en-GB')).toBe('20 November 2026')
  expect(dateOf(new Date('2026-11-20T02:00:00Z'), 'America/New_York')).toBe('2026-11-19')
  expect(dateOf(new Date('2026-11-20T02:00:00Z'), 'Europe/London')).toBe('2026-11-20')
})

test.each([
  ['en-US', '3:00 PM', '9:30 AM'],
  ['en-GB', '15:00', '9:30'],
])('formats a time of day in %s', (locale, afternoon, morning) => {
  expect([formatTime('15:00', locale), formatTime('09:30', locale)]).toEqual([afternoon, morning])
})

test('adds days and months as a calendar library does (§16)', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map(instant => day(instant.toISOString().slice(0, 10)))
  fc.assert(
    fc.property(days, fc.integer({ min: -2_000, max: 2_000 }), (date, count) => {
      const known = parseDate(date)
      expect(addDays(date, count)).toBe(known.add({ days: count }).toString())
      expect(addMonths(date, count % 400)).toBe(known.add({ months: count % 400 }).toString())
      expect(monthEnd(date)).toBe(endOfMonth(known).toString())
    }),
  )
  expect(addMonths(day('2026-08-31'), -6)).toBe('2026-02-28')
})
