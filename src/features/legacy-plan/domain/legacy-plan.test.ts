import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  checkPlan,
  type Designation,
  isWholeOrNone,
  percentage,
  planInWords,
  planTypeOf,
  type StoredShare,
  shareRestEqually,
  totalOf,
  wholeHundredths,
} from './legacy-plan.ts'

const share = (name: string, shareHundredths: number, designation: Designation = 0) => ({
  name,
  designation,
  shareHundredths,
})

describe('sharing the rest equally', () => {
  test('always makes the total 100%, with shares that differ by a hundredth at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: wholeHundredths }),
        fc.integer({ min: 1, max: 50 }),
        (taken, count) => {
          const shares = shareRestEqually(taken, count)
          expect(shares).toHaveLength(count)
          expect(taken + shares.reduce((sum, each) => sum + each, 0)).toBe(wholeHundredths)
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('gives nothing where more than 100% is taken, and refuses parts of a hundredth', () => {
    expect(shareRestEqually(10_500, 2)).toEqual([0, 0])
    expect(() => shareRestEqually(0.5, 2)).toThrow(RangeError)
    expect(() => shareRestEqually(0, 0)).toThrow(RangeError)
  })
})

test('a total of 0 or 100% alone is allowed (§5)', () => {
  expect([0, 1, 9_999, 10_000, 10_001].map(isWholeOrNone)).toEqual([true, false, false, true, false])
  expect(totalOf([share('Ann', 3_333), share('Ben', 6_667)])).toBe(wholeHundredths)
})

test('the type follows from the shares (§3)', () => {
  expect(planTypeOf([])).toBe('NONE')
  expect(planTypeOf([share('Ann', 10_000)])).toBe('INDIVIDUALS')
  expect(planTypeOf([share('Oak Trust', 10_000, 1)])).toBe('CHARITIES')
  expect(planTypeOf([share('Ann', 5_000), share('Oak Trust', 5_000, 1)])).toBe('BOTH')
})

test('a plan reads as one sentence, the largest share first', () => {
  expect(planInWords([share('Oak Trust', 4_000, 1), share('Ann Finch', 6_000)])).toBe(
    'After the last surviving donor’s death, 60% of the fund goes to Ann Finch and 40% is granted to Oak Trust.',
  )
  expect(planInWords([share('Ann Finch', 10_000)])).toBe(
    'After the last surviving donor’s death, the whole fund goes to Ann Finch.',
  )
  expect(planInWords([share('Ann', 3_334), share('Ben', 3_333), share('Oak Trust', 3_333, 1)])).toBe(
    'After the last surviving donor’s death, 33.34% of the fund goes to Ann, 33.33% goes to Ben and 33.33% is granted to Oak Trust.',
  )
  expect(planInWords([share('Ann', 5_000), share('Ben', 2_500), share('Oak Trust', 2_500, 1)], 2)).toBe(
    'After the last surviving donor’s death, 50% of the fund goes to Ann, 25% goes to Ben and 25% to one other.',
  )
  expect(planInWords([])).toMatch(/^There is no legacy plan/)
  expect([1_250, 1_000, 5, 10_000].map(percentage)).toEqual(['12.5%', '10%', '0.05%', '100%'])
})

describe('the check-up', () => {
  const day = (text: string) => text as IsoDate
  const ann: StoredShare = { ...share('Ann', 5_000), email: 'ann@finch.example', phone: null, charity: null }
  const oak: StoredShare = {
    ...share('Oak Trust', 5_000, 1),
    ...{ email: null, phone: null },
    charity: { flag: null },
  }
  const check = (shares: StoredShare[], savedOn = '2026-01-05') =>
    checkPlan(shares, day(savedOn), day('2026-11-20'))
  test('finds nothing to check in a complete and current plan', () => {
    expect(check([ann, oak])).toEqual([])
    expect(check([ann, oak], '2023-11-21')).toEqual([])
  })

  test('names what is missing or differs from the register', () => {
    expect(checkPlan([], null, day('2026-11-20'))).toEqual([expect.stringMatching(/^No one is named/)])
    expect(check([{ ...ann, email: null }, oak])).toEqual([expect.stringContaining('phone number for Ann')])
    const flag = 'This charity is on a register that we do not use, so it cannot receive a grant.'
    expect(check([ann, { ...oak, charity: { flag } }])).toEqual([`Oak Trust: ${flag}`])
    expect(check([ann, oak], '2023-11-20')).toEqual([expect.stringContaining('more than three years ago')])
  })
})
