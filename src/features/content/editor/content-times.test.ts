import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { instantOf } from './content-times.ts'

test.each([
  ['2026-11-20', '14:03', 'America/New_York', '2026-11-20T19:03:00.000Z'],
  ['2026-07-01', '09:00', 'Europe/London', '2026-07-01T08:00:00.000Z'],
  ['2026-12-31', '23:59', 'Europe/London', '2026-12-31T23:59:00.000Z'],
  // Clocks go back at 02:00, so 01:30 occurs twice; the first counts.
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // Clocks go forward at 02:00, so 02:30 does not exist and becomes 03:30.
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
] as const)('%s %s in %s is %s', (date, time, timeZone, instant) => {
  expect(instantOf({ date: date as IsoDate, time }, timeZone)).toBe(instant)
})

test('an invalid time has no instant', () => {
  for (const time of ['', '24:00', '9:00', '12:60'])
    expect(instantOf({ date: '2026-11-20' as IsoDate, time }, 'Europe/London')).toBeNull()
})
