import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { type CamtEntry, camtFile } from '../../../testing/payments/camt.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { type PaidGrant, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { getBankMonth } from '../bank-month.contract.ts'

// A bank books random movements: returns of grants in one or several parts, money of others, reversals; some without a reference of their
// own. It reports them in random messages that overlap, repeat, split an entry into its parts or leave them out. A person answers what the
// program asks, or leaves it for a later message. Afterwards each movement counts once, and each grant got back what came back.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())

const grantCount = 3

type Part = { grant: number | null; cents: number }
type Made = { on: string; isCredit: boolean; isReversal: boolean; hasReference: boolean; parts: Part[] }
type Movement = Made & { id: string; cents: number }

const cents = fc.constantFrom(1_00, 20_00, 20_00, 75_00)
const movement: fc.Arbitrary<Made> = fc
  .record({
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

const message = fc.record({
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
})
type Message = typeof message extends fc.Arbitrary<infer M> ? M : never

const decimal = (amount: number) => (amount / 100).toFixed(2)

/** What the model knows: the movements that a message booked, and the parts that had an effect. */
type Known = { booked: Set<string>; stated: Set<string>; applied: Set<string> }

function entryOf(made: Movement, about: Message, grants: readonly PaidGrant[], place: number): CamtEntry {
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

type Shown = { made: Movement; part: number | null }

/** The lines of a message in their order, each with the part that it shows; null for a whole entry. */
const linesOf = (shown: readonly Movement[], about: Message): Shown[] =>
  shown.flatMap((made): Shown[] => {
    if (about.isPending || (about.isWhole && made.hasReference)) return [{ made, part: null }]
    const indexes = made.parts.map((_, index) => index)
    return (about.isReversed ? indexes.toReversed() : indexes).map(part => ({ made, part }))
  })

async function send(
  movements: readonly Movement[],
  about: Message,
  grants: readonly PaidGrant[],
  { known, number }: { known: Known; number: string },
): Promise<void> {
  const shown = movements.slice(about.from, about.from + about.length)
  const { accountNumber: account, routingNumber: bank } = npt.payments
  const entries = shown.map((made, place) => entryOf(made, about, grants, place))
  const statement = { account, bank, entries }
  const text = camtFile(about.isTwice ? [statement, statement] : [statement], {
    message: about.kind,
    id: number,
  })
  const lines = linesOf(shown, about)
  // The person knows what has not counted yet, and confirms nothing else.
  const isNew = ({ made, part }: Shown) =>
    part === null || made.parts[part]?.grant === null
      ? !known.booked.has(made.id)
      : !known.applied.has(`${made.id} ${part}`)
  const looksAlike = new Set(
    (await statements.preview(text)).lines.flatMap(({ line, question }) =>
      question === 'It is another payment' ? [line] : [],
    ),
  )
  const confirmed = lines.flatMap((line, index) =>
    isNew(line) && (about.isAnswered || looksAlike.has(index + 1)) ? [index + 1] : [],
  )
  await statements.take(text, confirmed)
  if (about.isPending) return
  for (const [index, { made, part }] of lines.entries()) {
    known.booked.add(made.id)
    if (about.kind === 'camt.053') known.stated.add(made.id)
    if (part !== null && confirmed.includes(index + 1)) known.applied.add(`${made.id} ${part}`)
  }
}

async function expectOnce(
  movements: readonly Movement[],
  known: Known,
  grants: readonly PaidGrant[],
): Promise<void> {
  const { rows } = await world.portal.database.admin.query<{ id: string; cents: number }>(
    `select coalesce(reference, split_part(end_to_end_id, '-OTHER', 1)) as id,
       sum(case when is_credit = entry_is_credit then amount_minor else -amount_minor end)::int as cents
     from bank_line where part_of is null and same_as is null
       and coalesce(reference, split_part(end_to_end_id, '-OTHER', 1)) = any($1) group by 1`,
    [movements.map(({ id }) => id)],
  )
  const expected = movements.filter(({ id }) => known.booked.has(id))
  expect(Object.fromEntries(rows.map(row => [row.id, row.cents]))).toEqual(
    Object.fromEntries(expected.map(each => [each.id, each.cents])),
  )
  const returned = await world.portal.database.admin.query<{ grant_id: string; cents: number }>(
    'select grant_id, returned_minor::int as cents from grant_recommendation where grant_id = any($1)',
    [grants.map(({ grantId }) => grantId)],
  )
  let sum = 0
  for (const [index, { grantId }] of grants.entries()) {
    const back = movements
      .flatMap(made => made.parts.map((part, place) => ({ ...part, key: `${made.id} ${place}` })))
      .filter(part => part.grant === index && known.applied.has(part.key))
      .reduce((total, part) => total + part.cents, 0)
    sum += back
    expect(returned.rows.find(row => row.grant_id === grantId)?.cents).toBe(back)
  }
  const { endingMinor, pendingMinor, availableMinor } = await world.grants.balances(world.fund)
  expect({ endingMinor, pendingMinor, availableMinor }).toEqual({
    endingMinor: 200_000_00n - 305_00n * BigInt(grantCount) + BigInt(sum),
    pendingMinor: 0n,
    availableMinor: endingMinor,
  })
}

/** What the month of the account adds up to, and what the ledger has in suspense. */
async function bankMonth() {
  const { reply } = await world.portal.call(
    getBankMonth,
    { params: { account: 'grants', month: '2026-03' } },
    { as: world.one.session },
  )
  const sumOf = (kinds: readonly string[] | null) =>
    reply.figures.booked
      .filter(({ kind }) => kinds === null || kinds.includes(kind))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const { rows } = await world.portal.database.admin.query<{ held: string }>(
    `select coalesce(sum(amount_minor), 0)::text as held from posting where book = 'npt' and ledger = 'suspense'`,
  )
  return {
    bookedMinor: sumOf(null),
    suspenseMinor: sumOf(['suspense']),
    heldMinor: BigInt(rows[0]?.held ?? 0),
  }
}

/** What statements booked is in the month to the cent, and what the month has in suspense is what the ledger has. */
async function expectReconciled(
  movements: readonly Movement[],
  known: Known,
  before: Awaited<ReturnType<typeof bankMonth>>,
): Promise<void> {
  const now = await bankMonth()
  const stated = movements
    .filter(({ id }) => known.stated.has(id))
    .reduce((sum, { cents: of, isCredit }) => sum + (isCredit ? of : -of), 0)
  expect(now.bookedMinor - before.bookedMinor).toBe(BigInt(stated))
  expect(now.suspenseMinor).toBe(now.heldMinor)
}

let runs = 0

test(
  'counts each movement of the account once, whatever messages show it (§13)',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 3, maxLength: 8 }),
        fc.array(message, { minLength: 3, maxLength: 7 }),
        async (made, messages) => {
          runs += 1
          await world.renew()
          const grants = await statements.paidGrants(grantCount)
          // No grant gets back more than was paid.
          const left = grants.map(() => 305_00)
          const movements = made.map((each, index): Movement => {
            const parts = each.parts.map(part => {
              const of = part.grant === null ? null : (left[part.grant] ?? 0)
              if (part.grant === null || of === null || of < part.cents) return { ...part, grant: null }
              left[part.grant] = of - part.cents
              return part
            })
            return {
              ...each,
              id: `MOVEMENT-${runs}-${index}`,
              parts,
              cents: parts.reduce((total, part) => total + part.cents, 0),
            }
          })
          const known: Known = { booked: new Set(), stated: new Set(), applied: new Set() }
          const before = await bankMonth()
          for (const [index, about] of messages.entries())
            await send(movements, about, grants, { known, number: `${runs}-${index}` })
          await expectOnce(movements, known, grants)
          await expectReconciled(movements, known, before)
        },
      ),
      { numRuns: propertyRuns({ usual: 2, long: 60 }), endOnFailure: true },
    )
  },
  propertyTimeoutMs,
)
