import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divide, duesOf } from './divide.ts'

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

describe('dividing an amount', () => {
  test('rounds down, and the largest part gets what remains', () => {
    expect(divide(100n, [3334, 3333, 3333])).toEqual([34n, 33n, 33n])
    expect(divide(1n, [5000, 5000])).toEqual([1n, 0n])
    expect(divide(10_00n, [2500, 7500])).toEqual([250n, 750n])
    expect(divide(7n, [1, 9999])).toEqual([0n, 7n])
    expect(divide(0n, [10_000])).toEqual([0n])
  })

  test('gives away all of it, and no part differs from its exact value by more than the number of parts', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 14n),
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 }),
        (amount, weights) => {
          const parts = divide(amount, weights)
          expect(sum(parts)).toBe(amount)
          const all = BigInt(weights.reduce((total, weight) => total + weight, 0))
          for (const [index, part] of parts.entries()) {
            const exact = amount * BigInt(weights[index] ?? 0)
            expect(part * all).toBeGreaterThan(exact - all)
            expect(part * all).toBeLessThan(exact + all * BigInt(weights.length))
          }
        },
      ),
    )
  })
})

describe('the amounts that shares are due', () => {
  test('gives the whole balance by share at first', () => {
    expect(duesOf(100n, [share(7500, 0n), share(2500, 0n)])).toEqual([75n, 25n])
  })

  test('divides a later release among all shares', () => {
    expect(duesOf(25n, [share(7500, 75n), share(2500, 0n)])).toEqual([0n, 25n])
    expect(duesOf(40n, [share(7500, 75n), share(2500, 25n)])).toEqual([30n, 10n])
  })

  test('gives nothing to a share that already has more than its part', () => {
    expect(duesOf(10n, [share(5000, 50n), share(2500, 0n), share(2500, 0n)])).toEqual([0n, 5n, 5n])
  })

  test('gives nothing from an empty or overdrawn fund', () => {
    expect(duesOf(0n, [share(10_000, 0n)])).toEqual([0n])
    expect(duesOf(-5n, [share(10_000, 0n)])).toEqual([0n])
  })

  test('adds up to the available money, and takes nothing back', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 13n),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.bigInt(0n, 10n ** 13n)), {
          minLength: 1,
          maxLength: 50,
        }),
        (available, shares) => {
          const dues = duesOf(
            available,
            shares.map(([weight, paid]) => share(weight, paid)),
          )
          expect(sum(dues)).toBe(available)
          for (const due of dues) expect(due).toBeGreaterThanOrEqual(0n)
        },
      ),
    )
  })
})

const share = (shareHundredths: number, paidMinor: bigint) => ({ shareHundredths, paidMinor })
