import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { activityView } from './activity-view.ts'

const today = '2026-11-20' as IsoDate
const openedOn = '2021-03-04' as IsoDate
const years = { taxYearStartsOn: '04-06', fiscalYearStartsOn: '07-01' }

test('reads the range and the open sections from the address (§12)', () => {
  expect(activityView({ range: 'last-year', open: '1,2' }, today, openedOn, years)).toEqual({
    preset: 'last-year',
    range: { from: '2025-01-01', to: '2025-12-31' },
    refused: null,
    open: [1, 2],
  })
  expect(activityView({ from: '2026-01-05', to: '2026-02-01' }, today, openedOn, years)).toEqual({
    preset: 'custom',
    range: { from: '2026-01-05', to: '2026-02-01' },
    refused: null,
    open: [],
  })
})

test('falls back to the year to date for an invalid address, with the dates that are no range (§2.6)', () => {
  const fallback = { preset: 'year-to-date', range: { from: '2026-01-01', to: today } }
  for (const search of [{}, { range: 'forever' }, { from: '', to: '' }])
    expect(activityView(search, today, openedOn, years)).toMatchObject({ ...fallback, refused: null })
  for (const refused of [
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '0002-03-15', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-01-01', to: '2027-01-01' },
    { from: '2026-01-01', to: '' },
  ])
    expect(activityView(refused, today, openedOn, years)).toMatchObject({ ...fallback, refused })
  expect(activityView({ open: '0,12,x,2' }, today, openedOn, years).open).toEqual([2])
})
