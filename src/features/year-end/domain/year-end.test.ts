import { expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { firstDayOf, fiscalYearOf, lastDayOf } from './fiscal-year.ts'
import { isCharityOrGovernment, numberOfCharity, sectionOf } from './grantee.ts'
import { rateText } from './rate-text.ts'
import { distributionRate } from './returns.ts'

test('a fiscal year is named by the year in which it begins, and ends on the day before the next', () => {
  expect([firstDayOf(2025, '07-01'), lastDayOf(2025, '07-01')]).toEqual(['2025-07-01', '2026-06-30'])
  expect(lastDayOf(2023, '03-01')).toBe('2024-02-29')
  expect(fiscalYearOf(isoDate('2026-04-05'), '04-06')).toBe(2025)
  expect(fiscalYearOf(isoDate('2026-04-06'), '04-06')).toBe(2026)
  expect(fiscalYearOf(isoDate('2026-12-31'), '01-01')).toBe(2026)
})

test('the number and the section of a grantee follow its register, or how it was vetted', () => {
  expect(numberOfCharity('US-EIN-990000001')).toBe('99-0000001')
  expect(numberOfCharity('GB-CHC-9900001')).toBe('9900001')
  expect(numberOfCharity('XX-ALM-100001')).toBe('')
  expect(numberOfCharity('')).toBe('')
  const section = (subsection: string | null, basis: string | null = null) => sectionOf({ subsection, basis })
  expect(['03', '04', '92', '', null].map(each => section(each))).toEqual([
    ...['501(c)(3)', '501(c)(4)', '4947(a)(1)', '', ''],
  ])
  expect(
    ['government', 'church', 'group-exemption', 'hmrc-recognised'].map(basis => section(null, basis)),
  ).toEqual(['Government', '501(c)(3)', '501(c)(3)', ''])
  expect(['501(c)(3)', 'Government', '501(c)(4)', ''].map(isCharityOrGovernment)).toEqual([
    ...[true, true, false, false],
  ])
})

test('the distribution rate is rounded as an accountant rounds it', () => {
  expect(distributionRate(256_600_00n, 3_545_302_62n)).toBe(724)
  expect(distributionRate(9_125n, 1_000_000n)).toBe(91)
  expect(distributionRate(9_150n, 1_000_000n)).toBe(92)
  expect(distributionRate(-9_150n, 1_000_000n)).toBe(-92)
})

test('the distribution rate needs something to distribute', () => {
  expect(distributionRate(5_23n, 100_00n)).toBe(523)
  expect(distributionRate(1n, 0n)).toBeNull()
  expect(distributionRate(1n, -5n)).toBeNull()
  expect(distributionRate(0n, 100_00n)).toBe(0)
  expect(rateText(523, 'en-US')).toBe('5.23%')
  expect(rateText(null, 'en-US')).toBe('')
})
