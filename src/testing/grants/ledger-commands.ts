import fc from 'fast-check'

/** The last day, counted from the first, on which something happens or a statement ends. */
export const lastDay = 290

const fundIndex = fc.nat({ max: 1 })
const amount = fc.bigInt({ min: 1n, max: 2_000_00n })
const signed = fc.bigInt({ min: -500_00n, max: 500_00n }).filter(each => each !== 0n)
const grantIndex = fc.nat({ max: 20 })
const ledger = fc.constantFrom('spendable' as const, 'excluded' as const)

/** An event in one of two funds, some days after the event before, and the range of a statement to check. */
export const command = fc.record({
  daysLater: fc.nat({ max: 20 }),
  range: fc.tuple(fc.nat({ max: lastDay }), fc.nat({ max: lastDay })),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('contribute' as const), fund: fundIndex, amount, ledger }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('market' as const), fund: fundIndex, signed, ledger }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), fund: fundIndex, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('other' as const), fund: fundIndex, signed }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('exclude' as const), fund: fundIndex, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), fund: fundIndex, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer' as const), fund: fundIndex, amount }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('recommend' as const),
        fund: fundIndex,
        dollars: fc.bigInt({ min: 250n, max: 1_500n }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        grant: grantIndex,
        step: fc.constantFrom('next', 'next', 'next', 'cancel', 'reject', 'void', 'pay'),
        backMinor: amount,
      }),
    },
  ),
})
export type Command = (typeof command extends fc.Arbitrary<infer C> ? C : never)['what']
