import fc from 'fast-check'

/** Days after the first that anything happens or is looked at. */
export const lastDay = 290

const whichFund = fc.nat({ max: 1 })
const amount = fc.bigInt({ min: 1n, max: 2_000_00n })
const signed = fc.bigInt({ min: -500_00n, max: 500_00n }).filter(each => each !== 0n)
const whichGrant = fc.nat({ max: 20 })
const ledger = fc.constantFrom('spendable' as const, 'excluded' as const)

/** Something that happens to one of two funds, some days after what happened before, and a range of days to look at. */
export const command = fc.record({
  daysLater: fc.nat({ max: 20 }),
  range: fc.tuple(fc.nat({ max: lastDay }), fc.nat({ max: lastDay })),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('contribute' as const), fund: whichFund, amount, ledger }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('market' as const), fund: whichFund, signed, ledger }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), fund: whichFund, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('other' as const), fund: whichFund, signed }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('exclude' as const), fund: whichFund, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), fund: whichFund, amount }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer' as const), fund: whichFund, amount }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('recommend' as const),
        fund: whichFund,
        dollars: fc.bigInt({ min: 250n, max: 1_500n }),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        grant: whichGrant,
        step: fc.constantFrom('onward', 'onward', 'onward', 'cancel', 'reject', 'void', 'pay'),
        backMinor: amount,
      }),
    },
  ),
})
export type Command = (typeof command extends fc.Arbitrary<infer C> ? C : never)['what']
