import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { divideByWeights } from './division.ts'

const shares = fc.uniqueArray(
  fc.record({
    fundId: fc.integer({ min: 100_000, max: 99_999_999 }),
    weight: fc.bigInt({ min: -1_000_000n, max: 1_000_000_000_000_000n }),
  }),
  { minLength: 1, maxLength: 40, selector: ({ fundId }) => fundId },
)

/** The same rule by another way: one unit after the other to whoever is furthest below the exact share. */
function model(totalMinor: bigint, of: { fundId: number; weight: bigint }[]): Map<number, bigint> {
  const weights = of.map(({ fundId, weight }) => ({ fundId, weight: weight < 0n ? 0n : weight }))
  const sum = weights.reduce((total, { weight }) => total + weight, 0n)
  const parts = weights.map(({ fundId, weight }) => {
    let amount = (totalMinor * weight) / sum
    while (amount * sum > totalMinor * weight) amount -= 1n
    return { fundId, amount, missing: totalMinor * weight - amount * sum }
  })
  for (
    let rest = totalMinor - parts.reduce((total, { amount }) => total + amount, 0n);
    rest > 0n;
    rest -= 1n
  ) {
    const next = parts.reduce((best, part) =>
      part.missing > best.missing || (part.missing === best.missing && part.fundId < best.fundId)
        ? part
        : best,
    )
    next.amount += 1n
    next.missing = -sum
  }
  return new Map(parts.map(({ fundId, amount }) => [fundId, amount]))
}

test('a total is divided to the cent, by largest remainders, and does not depend on the order of the funds', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 100_000_000_000n }), shares, (totalMinor, of) => {
      const divided = divideByWeights(totalMinor, of)
      if (of.every(({ weight }) => weight <= 0n)) {
        expect(divided).toBeNull()
        return
      }
      expect(divided?.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(totalMinor)
      const expected = model(totalMinor, of)
      for (const { fundId, amountMinor } of divided ?? []) expect(amountMinor).toBe(expected.get(fundId))
      const reversed = divideByWeights(totalMinor, of.toReversed())
      expect(reversed?.toReversed()).toEqual(divided)
    }),
    { numRuns: propertyRuns({ usual: 200, long: 20_000 }) },
  )
})
