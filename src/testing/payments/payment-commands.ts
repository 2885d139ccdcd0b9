import fc from 'fast-check'
import { keysOf } from '../../domain/keys-of.ts'
import { registerStates } from './charities-of-a-register.ts'

/** Beside the next step of a run. */
const others = ['approve', 'release', 'send', 'withdraw', 'cancel', 'check', 'remove'] as const

const anyone = fc.nat({ max: 2 })
const which = fc.nat({ max: 8 })
const answer = fc.record({
  kind: fc.constant('answer' as const),
  by: anyone,
  which,
  format: fc.constantFrom('nacha', 'camt'),
  side: fc.constantFrom('DBIT' as const, 'CRDT' as const),
  share: fc.constantFrom(100n, 100n, 40n),
  killAfter: fc.nat({ max: 2 }),
})
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('grant' as const), units: fc.bigInt({ min: 250n, max: 900n }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), by: anyone }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      what: fc.oneof(
        { weight: 12, arbitrary: fc.constant('next' as const) },
        { weight: 3, arbitrary: fc.constantFrom(...others) },
      ),
      by: anyone,
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('record' as const), which, killAfter: fc.nat({ max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: answer,
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      state: fc.constantFrom(...keysOf(registerStates)),
      compares: fc.boolean(),
    }),
  },
)
/** The commands of the grants team, and then the files of the bank. */
export const sequence = fc.tuple(
  fc.array(command, { minLength: 50, maxLength: 90, size: 'max' }),
  fc.array(answer, { minLength: 8, maxLength: 14 }),
)
/** One that certainly pays: random ones may leave every grant unpaid. */
export const aPayment: [Command[], Extract<Command, { kind: 'answer' }>[]] = [
  [
    { kind: 'grant', units: 300n },
    { kind: 'create', by: 1 },
    ...[2, 0, 2].map(by => ({ kind: 'run' as const, what: 'next' as const, by, which: 0 })),
    { kind: 'record', which: 0, killAfter: 1 },
  ],
  [{ kind: 'answer', by: 1, which: 0, format: 'nacha', side: 'DBIT', share: 40n, killAfter: 1 }],
]
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never
