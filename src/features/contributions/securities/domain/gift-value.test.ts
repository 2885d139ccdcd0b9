import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoDate } from '../../../../domain/dates.ts'
import {
  fromMillionths,
  giftValueMinor,
  millionthsOf,
  partOfGiftValue,
  type Valuation,
  valuationViolation,
  workingOf,
} from './gift-value.ts'

const same = (text: string) => ({ high: text, low: text })
const neighbors = (before: [string, number], after: [string, number]): Valuation => ({
  basis: 'neighbors',
  before: { date: isoDate('2026-06-12'), prices: same(before[0]), tradingDays: before[1] },
  after: { date: isoDate('2026-06-18'), prices: same(after[0]), tradingDays: after[1] },
})

describe('the gift value of a line', () => {
  test('is the mean of the high and the low of the date of gift', () => {
    const given: Valuation = { basis: 'traded', prices: { high: '101.37', low: '98.12' } }
    expect(giftValueMinor(given, '120.5')).toBe(12_019_27n)
    expect(workingOf(given, '120.5', { currency: 'USD', locale: 'en-US' })).toEqual([
      '(101.37 + 98.12) ÷ 2 × 120.5 = $12,019.27',
    ])
  })

  // The examples of 26 CFR 20.2031-2(b)(3): sales two trading days before and three after.
  test.each([
    [neighbors(['10', 2], ['15', 3]), 12_00n],
    [neighbors(['15', 2], ['10', 3]), 13_00n],
  ])('weighs the days beside the date of gift inversely (%#)', (given, value) => {
    expect(giftValueMinor(given, '1')).toBe(value)
  })

  test('weighs both days alike where they are equally far, as on a weekend', () => {
    expect(giftValueMinor(neighbors(['10', 1], ['11', 1]), '3')).toBe(31_50n)
  })

  test('is the net asset value for fund shares, and the appraised amount for what is not traded', () => {
    const date = isoDate('2026-06-15')
    expect(giftValueMinor({ basis: 'net-asset-value', date, price: '12.3456' }, '1000.001')).toBe(12_345_61n)
    expect(giftValueMinor({ basis: 'appraised', date, valueMinor: 5n }, '7')).toBe(5n)
  })

  test('is rounded once, half up', () => {
    // A third of a cent a unit is not lost three hundred times.
    expect(giftValueMinor({ basis: 'traded', prices: same('0.003333') }, '300')).toBe(1_00n)
    expect(giftValueMinor({ basis: 'traded', prices: same('0.005') }, '1')).toBe(1n)
    expect(giftValueMinor({ basis: 'traded', prices: same('0.004999') }, '1')).toBe(0n)
  })
})

test('parts of a line add up to all of it, to the cent, in any sizes', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 }),
      (valueMinor, parts) => {
        let [leftMinor, leftUnits] = [valueMinor, parts.reduce((sum, part) => sum + part, 0n)]
        for (const part of parts) {
          const [units, left] = [fromMillionths(part), fromMillionths(leftUnits)]
          const minor = partOfGiftValue({ units, leftUnits: left, leftMinor })
          expect(minor).toBeGreaterThanOrEqual(0n)
          leftMinor -= minor
          leftUnits -= part
          expect(leftMinor).toBeGreaterThanOrEqual(0n)
        }
        expect(leftMinor).toBe(0n)
      },
    ),
  )
})

test('decimals are read and written exactly', () => {
  for (const text of ['0.000001', '12.5', '120', '999999999999.999999'])
    expect(fromMillionths(millionthsOf(text))).toBe(text)
})

describe('a valuation', () => {
  const about = { property: 'listed', giftDate: isoDate('2026-06-15'), today: isoDate('2026-06-18') } as const
  test('takes days before and after the date of gift that have passed', () => {
    expect(valuationViolation(neighbors(['1', 1], ['1', 1]), about)).toBeNull()
    const later = { ...about, today: isoDate('2026-06-17') }
    expect(valuationViolation(neighbors(['1', 1], ['1', 1]), later)?.field).toBe('after.date')
    const on = { ...about, giftDate: isoDate('2026-06-12') }
    expect(valuationViolation(neighbors(['1', 1], ['1', 1]), on)?.field).toBe('before.date')
    const after = { ...about, giftDate: isoDate('2026-06-18') }
    expect(valuationViolation(neighbors(['1', 1], ['1', 1]), after)?.field).toBe('after.date')
  })

  test('follows from what the asset is', () => {
    const appraised: Valuation = { basis: 'appraised', date: isoDate('2026-06-01'), valueMinor: 1n }
    expect(valuationViolation(appraised, about)?.field).toBe('basis')
    expect(valuationViolation(appraised, { ...about, property: 'property' })).toBeNull()
    const late: Valuation = { basis: 'net-asset-value', date: isoDate('2026-06-16'), price: '1' }
    expect(valuationViolation(late, { ...about, property: 'fund-shares' })?.field).toBe('date')
  })
})
