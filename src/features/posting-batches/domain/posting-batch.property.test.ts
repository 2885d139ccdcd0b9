import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { batchKindNames, changeOf, outcomesOf, postingsOf } from './posting-batch.ts'

const amount = fc.bigInt({ min: 1n, max: 5_000n })
const line = fc
  .record({ kind: fc.constantFrom(...batchKindNames), amountMinor: amount, isNegative: fc.boolean() })
  .map(({ kind, amountMinor, isNegative }) => ({
    kind,
    amountMinor: kind === 'other' && isNegative ? -amountMinor : amountMinor,
  }))
const balance = fc.record({
  spendableMinor: fc.bigInt({ min: -5_000n, max: 20_000n }),
  excludedMinor: fc.bigInt({ min: 0n, max: 20_000n }),
})

test('only losses take a fund below zero, nothing is posted twice, and what is not posted has its reason', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), balance, fc.boolean(), (lines, before, isClosed) => {
      const { outcomes, after } = outcomesOf(lines, before, () => !isClosed, String)
      let { spendableMinor, excludedMinor } = before
      for (const [index, { kind, amountMinor }] of lines.entries()) {
        const { postedMinor, note } = outcomes[index] ?? { postedMinor: 0n, note: null }
        const change = changeOf(kind, postedMinor)
        const isWhole = postedMinor === amountMinor
        expect(isWhole).toBe(note === null)
        if (isClosed) expect(postedMinor).toBe(0n)
        if (!isWhole && kind !== 'administrative_fee' && kind !== 'investment_fee')
          expect(postedMinor).toBe(0n)
        if (change.spendableMinor < 0n && kind !== 'loss')
          expect(spendableMinor + change.spendableMinor).toBeGreaterThanOrEqual(0n)
        spendableMinor += change.spendableMinor
        excludedMinor += change.excludedMinor
        expect(excludedMinor).toBeGreaterThanOrEqual(0n)
      }
      expect(after).toEqual({ spendableMinor, excludedMinor })
    }),
    { numRuns: propertyRuns({ usual: 300, long: 20_000 }) },
  )
})

test('the postings of a line balance, and change its fund by what was said', () => {
  fc.assert(
    fc.property(line, ({ kind, amountMinor }) => {
      const postings = postingsOf(kind, 'fund', amountMinor)
      const sum = (ledger?: string) =>
        postings
          .filter(posting => ledger === undefined || posting.ledger === ledger)
          .reduce((total, posting) => total + posting.amountMinor, 0n)
      expect(sum()).toBe(0n)
      expect({ spendableMinor: sum('spendable'), excludedMinor: sum('excluded') }).toEqual(
        changeOf(kind, amountMinor),
      )
    }),
    { numRuns: propertyRuns({ usual: 100, long: 5_000 }) },
  )
})
