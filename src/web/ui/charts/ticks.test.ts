import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { dateTicks, niceSteps } from './ticks.ts'

const ticks = (first: string, last: string, atMost: number) =>
  dateTicks(first as IsoDate, last as IsoDate, atMost).map(date => date.toISOString().slice(0, 10))

test('amount ticks are round and enclose the balance (§12)', () => {
  expect(niceSteps(1_030_000, 1_360_000, 4)).toEqual({
    low: 1_000_000,
    high: 1_400_000,
    steps: [1_000_000, 1_100_000, 1_200_000, 1_300_000, 1_400_000],
  })
  expect(niceSteps(-30, 95, 3)).toEqual({ low: -50, high: 100, steps: [-50, 0, 50, 100] })
})

test('date ticks are quarters for a year, days for a month, years for five years (§12)', () => {
  expect(ticks('2026-01-01', '2026-11-20', 6)).toEqual([
    '2026-01-01',
    '2026-03-01',
    '2026-05-01',
    '2026-07-01',
    '2026-09-01',
    '2026-11-01',
  ])
  expect(ticks('2026-01-01', '2026-12-31', 4)).toEqual([
    '2026-01-01',
    '2026-04-01',
    '2026-07-01',
    '2026-10-01',
  ])
  expect(ticks('2026-11-01', '2026-11-20', 3)).toEqual(['2026-11-01', '2026-11-08', '2026-11-15'])
  expect(ticks('2021-03-05', '2026-11-20', 6)).toEqual([
    '2022-01-01',
    '2023-01-01',
    '2024-01-01',
    '2025-01-01',
    '2026-01-01',
  ])
})

test('a range of one day has one date tick (§12)', () => {
  expect(ticks('2026-11-20', '2026-11-20', 6)).toEqual(['2026-11-20'])
})
