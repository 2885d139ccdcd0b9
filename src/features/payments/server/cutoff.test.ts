import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { endOfDay, paymentDayOf } from './cutoff.ts'

test.each([
  ['2026-01-15', 'America/New_York', '2026-01-16T05:00:00.000Z'],
  ['2026-07-15', 'America/New_York', '2026-07-16T04:00:00.000Z'],
  ['2026-07-15', 'Europe/London', '2026-07-15T23:00:00.000Z'],
  // The night before the clocks change.
  ['2026-03-28', 'Europe/London', '2026-03-29T00:00:00.000Z'],
])('%s ends in %s at %s', (day, zone, instant) => {
  expect(endOfDay(day as IsoDate, zone).toISOString()).toBe(instant)
})

test.each([
  ['before the cutoff', '2026-03-16T18:59:00Z', '2026-03-17'],
  ['at the cutoff', '2026-03-16T19:00:00Z', '2026-03-18'],
  ['before a weekend', '2026-03-13T15:00:00Z', '2026-03-16'],
  ['late before a weekend and a holiday', '2026-05-22T20:00:00Z', '2026-05-27'],
])('a file %s is paid on a banking day', (_when, now, day) => {
  const about = { cutoff: '15:00', timeZone: 'America/New_York', calendar: 'federal-reserve' } as const
  expect(paymentDayOf('eft', new Date(now), about)).toBe(day)
})

test.each([
  ['on a banking day', '2026-11-25T21:00:00Z', '2026-11-25'],
  ['on a holiday', '2026-11-26T15:00:00Z', '2026-11-27'],
  ['on a Saturday', '2026-11-28T15:00:00Z', '2026-11-30'],
])('a check approved %s is dated on a banking day', (_when, now, day) => {
  const about = { cutoff: '15:00', timeZone: 'America/New_York', calendar: 'federal-reserve' } as const
  expect(paymentDayOf('cheque', new Date(now), about)).toBe(day)
})
