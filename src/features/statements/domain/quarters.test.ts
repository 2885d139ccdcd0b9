import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { lastQuarterDue, quarterBefore, quarterDueOn } from './quarters.ts'

const day = (text: string) => text as IsoDate

test('finds the quarter that ended last', () => {
  expect(quarterBefore(day('2026-11-20'))).toEqual({ from: '2026-07-01', to: '2026-09-30', name: '2026-Q3' })
  expect(quarterBefore(day('2026-10-01')).name).toBe('2026-Q3')
  expect(quarterBefore(day('2026-09-30')).name).toBe('2026-Q2')
  expect(quarterBefore(day('2027-02-01'))).toEqual({ from: '2026-10-01', to: '2026-12-31', name: '2026-Q4' })
})

test('a quarter is due on the fifth banking day after its end, in each country (§12)', () => {
  expect(quarterDueOn(day('2027-01-08'), 'federal-reserve')?.name).toBe('2026-Q4')
  expect(quarterDueOn(day('2027-01-07'), 'federal-reserve')).toBeNull()
  expect(quarterDueOn(day('2027-01-11'), 'federal-reserve')).toBeNull()
  // Good Friday and Easter Monday of 2026 are bank holidays in England alone.
  expect(quarterDueOn(day('2026-04-07'), 'federal-reserve')?.name).toBe('2026-Q1')
  expect(quarterDueOn(day('2026-04-09'), 'england-and-wales')?.name).toBe('2026-Q1')
})

test('the last quarter that was due is the one before until the fifth banking day', () => {
  expect(lastQuarterDue(day('2026-11-20'), 'federal-reserve').name).toBe('2026-Q3')
  expect(lastQuarterDue(day('2027-01-08'), 'federal-reserve').name).toBe('2026-Q4')
  expect(lastQuarterDue(day('2027-01-07'), 'federal-reserve').name).toBe('2026-Q3')
})
