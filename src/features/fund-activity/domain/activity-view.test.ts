import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { activityView } from './activity-view.ts'

const today = '2026-11-20' as IsoDate
const openedOn = '2021-03-04' as IsoDate

test('reads the range and the open sections from the address (§12)', () => {
  expect(activityView({ range: 'last-year', open: '1,2' }, today, openedOn)).toEqual({
    preset: 'last-year',
    range: { from: '2025-01-01', to: '2025-12-31' },
    open: [1, 2],
  })
  expect(activityView({ from: '2026-01-05', to: '2026-02-01' }, today, openedOn)).toEqual({
    preset: 'custom',
    range: { from: '2026-01-05', to: '2026-02-01' },
    open: [],
  })
})

test('falls back to the year to date for an invalid address (§2.6)', () => {
  for (const search of [
    {},
    { range: 'forever' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-01-01', to: '2027-01-01' },
  ])
    expect(activityView(search, today, openedOn)).toMatchObject({
      preset: 'year-to-date',
      range: { from: '2026-01-01', to: today },
    })
  expect(activityView({ open: '0,12,x,2' }, today, openedOn).open).toEqual([2])
})
