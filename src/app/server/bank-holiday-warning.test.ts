import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { startBankHolidayWarning } from './bank-holiday-warning.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a program that runs into the last year of the table warns every day until it stops', async () => {
  const clock = testClock('2034-12-31T12:00:00Z')
  const warnings: string[] = []
  const stop = startBankHolidayWarning({ clock, log: { warn: message => warnings.push(message) } })
  expect(warnings).toEqual([])
  clock.set('2035-01-01T12:00:00Z')
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(warnings).toEqual([expect.stringContaining('ends with 2035')])
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(warnings).toHaveLength(2)
  await stop()
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(warnings).toHaveLength(2)
})
