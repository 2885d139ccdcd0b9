import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { daysLeft, daysLeftLabel } from './days-left.ts'

const left = (on: string, today: string) => daysLeft(on as IsoDate, today as IsoDate)

test.each([
  ['2026-12-31', '2026-11-20', 41, '41 days'],
  ['2026-11-21', '2026-11-20', 1, 'Tomorrow'],
  ['2026-11-20', '2026-11-20', 0, 'Today'],
  ['2026-11-19', '2026-11-20', -1, 'Past'],
  ['2027-01-01', '2026-12-31', 1, 'Tomorrow'],
  // The clocks go back on 1 November 2026 in New York, but calendar days count, not 24 hours.
  ['2026-11-02', '2026-10-31', 2, '2 days'],
  ['2028-03-01', '2028-02-28', 2, '2 days'],
])('counts the days to %s from %s as %i, shown as "%s" (§2.11)', (on, today, days, label) => {
  expect(left(on, today)).toBe(days)
  expect(daysLeftLabel(days)).toBe(label)
})
