import fc from 'fast-check'
import { npt } from '../../clients/configuration/npt.ts'
import type { CamtEntry } from './camt.ts'
import type { PaidGrant } from './statement-calls.ts'

// Random movements of two accounts of npt, and the messages in which a bank reports them.

/** How many grants a test has paid. */
export const grantCount = 3

/** The account that pays, and the one for contributions, by their names in addresses. */
export const accounts = ['grants', 'contributions'] as const
/** How the bank names them. */
export const numbersOf = {
  grants: { account: npt.payments.accountNumber, bank: npt.payments.routingNumber },
  contributions: { account: '0000218840', bank: '099990011' },
} as const satisfies Record<(typeof accounts)[number], object>

type Part = { grant: number | null; cents: number }
export type Made = {
  account: (typeof accounts)[number]
  on: string
  isCredit: boolean
  isReversal: boolean
  hasReference: boolean
  parts: Part[]
}
export type Movement = Made & { id: string; cents: number }

const cents = fc.constantFrom(1_00, 20_00, 20_00, 75_00)
/** What a bank books. */
export const movement: fc.Arbitrary<Made> = fc
  .record({
    account: fc.constantFrom(...accounts),
    on: fc.constantFrom('2026-03-16', '2026-03-17', '2026-03-18'),
    isCredit: fc.boolean(),
    isReversal: fc.constantFrom(false, false, false, true),
    hasReference: fc.constantFrom(true, true, true, false),
    parts: fc.array(fc.record({ grant: fc.option(fc.nat({ max: grantCount - 1 }), { nil: null }), cents }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  // What has no reference is told apart by what it is about; a debit of a part of a grant is none of our payments.
  .map(made => ({
    ...made,
    parts: (made.hasReference ? made.parts : made.parts.slice(0, 1)).map(part => ({
      ...part,
      grant: made.isCredit && made.hasReference ? part.grant : null,
    })),
  }))

/** Which movements a message shows, and how. */
export const message = fc.record({
  kind: fc.constantFrom('camt.052' as const, 'camt.053' as const, 'camt.054' as const),
  from: fc.nat({ max: 7 }),
  length: fc.integer({ min: 1, max: 8 }),
  /** Whether entries stand without their parts. */
  isWhole: fc.constantFrom(false, false, true),
  isTwice: fc.constantFrom(false, false, false, true),
  isPending: fc.constantFrom(false, false, false, true),
  isReversed: fc.boolean(),
  /** Whether the person decides about all lines of this message, or only about those that look like others. */
  isAnswered: fc.constantFrom(true, true, false),
  /** Before which row of the file, or of its jobs, the connection is killed; null if it is not. */
  crash: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
})
export type Message = typeof message extends fc.Arbitrary<infer M> ? M : never

const decimal = (amount: number) => (amount / 100).toFixed(2)

/** A movement as a message shows it. `place`: where it stands in its statement, from 0. */
export function entryOf(
  made: Movement,
  about: Message,
  grants: readonly PaidGrant[],
  place: number,
): CamtEntry {
  const { parts } = made
  const printed = about.isReversed ? parts.toReversed() : parts
  return {
    amount: decimal(made.cents),
    side: made.isCredit ? 'CRDT' : 'DBIT',
    on: made.on,
    // Counted anew in each message.
    entryRef: String(place + 1),
    isReversal: made.isReversal,
    status: about.isPending ? 'PDNG' : 'BOOK',
    ...(made.hasReference ? { servicerRef: made.id } : {}),
    ...(about.isWhole && made.hasReference
      ? {}
      : {
          parts: printed.map(part => ({
            endToEnd: part.grant === null ? `${made.id}-OTHER` : (grants[part.grant]?.reference ?? ''),
            amount: decimal(part.cents),
            amountIn: 'InstdAmt' as const,
          })),
        }),
  }
}

export type Shown = { made: Movement; part: number | null }

/** The lines of a message in their order, each with the part that it shows; null for a whole entry. */
export const linesOf = (shown: readonly Movement[], about: Message): Shown[] =>
  shown.flatMap((made): Shown[] => {
    if (about.isPending || (about.isWhole && made.hasReference)) return [{ made, part: null }]
    const indexes = made.parts.map((_, index) => index)
    return (about.isReversed ? indexes.toReversed() : indexes).map(part => ({ made, part }))
  })
