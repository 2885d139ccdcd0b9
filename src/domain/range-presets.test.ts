import { describe, expect, test } from 'vitest'
import { clients } from '../clients/clients.ts'
import { asIsoDate, isoDate } from './dates.ts'
import { offeredPresets, presetRange, rangePresets } from './range-presets.ts'

const inUs = { taxYearStartsOn: '01-01', fiscalYearStartsOn: '07-01' }
const inUk = { taxYearStartsOn: '04-06', fiscalYearStartsOn: '04-01' }
const openedOn = isoDate('2021-03-04')
const range = (preset: (typeof rangePresets)[number], today: string, years = inUk) => {
  const { from, to } = presetRange(preset, isoDate(today), openedOn, years)
  return `${from} ${to}`
}

test('named ranges start and end on their first and last days (§12)', () => {
  expect(Object.fromEntries(rangePresets.map(preset => [preset, range(preset, '2026-11-20')]))).toEqual({
    'this-month': '2026-11-01 2026-11-20',
    'last-month': '2026-10-01 2026-10-31',
    'this-quarter': '2026-10-01 2026-11-20',
    'last-quarter': '2026-07-01 2026-09-30',
    'year-to-date': '2026-01-01 2026-11-20',
    'last-year': '2025-01-01 2025-12-31',
    'this-tax-year': '2026-04-06 2026-11-20',
    'last-tax-year': '2025-04-06 2026-04-05',
    'this-fiscal-year': '2026-04-01 2026-11-20',
    'last-fiscal-year': '2025-04-01 2026-03-31',
    'since-opening': '2021-03-04 2026-11-20',
  })
  expect(range('last-quarter', '2026-01-31')).toBe('2025-10-01 2025-12-31')
  expect(range('this-quarter', '2026-12-31')).toBe('2026-10-01 2026-12-31')
  expect(range('last-month', '2026-03-31')).toBe('2026-02-01 2026-02-28')
  expect(range('last-month', '2026-01-15')).toBe('2025-12-01 2025-12-31')
})

test.each([
  ['2026-04-05', '2025-04-06 2026-04-05', '2024-04-06 2025-04-05'],
  ['2026-04-06', '2026-04-06 2026-04-06', '2025-04-06 2026-04-05'],
  ['2026-12-31', '2026-04-06 2026-12-31', '2025-04-06 2026-04-05'],
  ['2027-01-01', '2026-04-06 2027-01-01', '2025-04-06 2026-04-05'],
])('on %s the tax year of the United Kingdom is %s, the last one %s', (today, current, last) => {
  expect(range('this-tax-year', today)).toBe(current)
  expect(range('last-tax-year', today)).toBe(last)
})

test('a fiscal year that begins in July is that of the year before until June 30', () => {
  expect(range('this-fiscal-year', '2026-06-30', inUs)).toBe('2025-07-01 2026-06-30')
  expect(range('last-fiscal-year', '2026-06-30', inUs)).toBe('2024-07-01 2025-06-30')
  expect(range('this-fiscal-year', '2026-07-01', inUs)).toBe('2026-07-01 2026-07-01')
})

describe('offered presets', () => {
  const yearsOf = (years: typeof inUs) =>
    offeredPresets(years).filter(preset => /(tax|fiscal)-year/.test(preset))

  test('are a tax year and a fiscal year of their own only', () => {
    expect(yearsOf(inUk)).toEqual(['this-tax-year', 'last-tax-year', 'this-fiscal-year', 'last-fiscal-year'])
    expect(yearsOf(inUs)).toEqual(['this-fiscal-year', 'last-fiscal-year'])
    expect(yearsOf({ taxYearStartsOn: '01-01', fiscalYearStartsOn: '01-01' })).toEqual([])
    expect(yearsOf({ taxYearStartsOn: '04-06', fiscalYearStartsOn: '04-06' })).toEqual([
      'this-tax-year',
      'last-tax-year',
    ])
  })

  test.each(Object.values(clients))('at $name begin on days that every year has', client => {
    // 2025 has no February 29.
    for (const startsOn of [client.taxYearStartsOn, client.fiscalYearStartsOn])
      expect(asIsoDate(`2025-${startsOn}`), startsOn).not.toBeNull()
  })
})
