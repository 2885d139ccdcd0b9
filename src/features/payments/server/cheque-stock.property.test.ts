import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import type { Person } from '../../../testing/factories/make-fund.ts'
import { emptyStock } from '../../../testing/payments/empty-stock.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { stockCalls } from '../../../testing/payments/stock-calls.ts'
import { isLong, propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'

// Random people record boxes, spoil numbers, and create, approve, release and withdraw runs of cheques and reprint some, also at once. Afterwards each number was
// taken once and in order, and each box is what was issued, what is void and what is left.

let world: PaymentFixture
let stock: ReturnType<typeof stockCalls>
let charityId: string

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
  stock = stockCalls(world.portal)
  charityId = (await makeCharity(world.portal.databases)).charityId
})
afterAll(() => world.stop())

const first = fc.integer({ min: 1, max: 60 })
const commands = ['approve', 'release', 'withdraw', 'reprint'] as const
const step = fc.oneof(
  fc.record({ kind: fc.constant('box' as const), first, count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('spoil' as const), first, count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('run' as const), grants: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('both' as const) }),
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...commands), which: fc.nat(1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** Without cheques and a run that was approved, most of a sequence would be refused. */
const beginning: readonly Step[] = [
  { kind: 'box', first: 1, count: 12 },
  { kind: 'run', grants: 2 },
  { kind: 'approve', which: 0 },
]

/** Each call is allowed or refused with a reason; nothing else. */
const expectAnswer = ({ status }: { status: number }) => expect([200, 400, 404, 409, 403]).toContain(status)

async function execute(about: Step, runs: string[]): Promise<void> {
  const { calls, one, two } = world
  const at = 'which' in about ? runs.at(-1 - about.which) : undefined
  switch (about.kind) {
    case 'box':
      expectAnswer(await stock.record(one, { first: about.first, last: about.first + about.count - 1 }))
      return
    case 'spoil':
      expectAnswer(await stock.spoil(two, { first: about.first, last: about.first + about.count - 1 }))
      return
    case 'run': {
      for (let made = 0; made < about.grants; made += 1) await world.approved(charityId)
      const answer = await calls.collect(one, 'cheque', paymentTime.today)
      expectAnswer(answer)
      if (answer.status === 200) runs.push(answer.reply.runId)
      return
    }
    case 'both':
      for (const answer of await Promise.all(runs.slice(-2).map(runId => approve(runId, two))))
        expectAnswer(answer)
      return
    case 'reprint': {
      if (at === undefined) return
      const { data } = (await calls.payments(at, one)).reply
      expectAnswer(await stock.reprint(at, data[0]?.paymentId ?? '', one))
      return
    }
    case 'approve':
      if (at !== undefined) expectAnswer(await approve(at, two))
      return
    default:
      if (at !== undefined) expectAnswer(await calls[about.kind](at, about.kind === 'release' ? two : one))
  }
}

/** With a number where the book has no box yet, far from those of the boxes. */
let typed = 900_000
async function approve(runId: string, by: Person) {
  const { nextCheque } = (await world.calls.read(runId, by)).reply
  typed += 100
  return await world.calls.approve(runId, by, nextCheque === null ? null : String(typed))
}

/** The states of numbers that the sequences came to. */
const reached = new Set<string>()

type NumberRow = { number: string; state: string; box_id: string; is_paid: boolean }

async function expectToAgree(runs: readonly string[]): Promise<void> {
  const { admin } = world.portal.database
  const { rows } = await admin.query<NumberRow>(
    `select n.number, n.state, n.box_id,
       exists (select from payment p where p.book = n.book and p.payment_id = n.payment_id and p.cheque_number = n.number) as is_paid
     from cheque_number n where n.book = 'npt' order by n.number`,
  )
  // Exactly the issued numbers are those of payments.
  for (const { number, state, is_paid } of rows)
    expect([number, is_paid]).toEqual([number, state === 'issued'])
  for (const { state } of rows) reached.add(state)
  const found = await stock.read(world.one)
  const count = (state: string) => rows.filter(each => each.state === state).length
  expect(found).toMatchObject({ left: count('blank'), issued: count('issued'), voided: count('void') })
  const { rows: boxes } = await admin.query<{ box_id: string; first_number: string; last_number: string }>(
    'select box_id, first_number, last_number from cheque_box',
  )
  for (const { box_id, first_number, last_number } of boxes) {
    const numbers = rows.filter(row => row.box_id === box_id).map(({ number }) => Number(number))
    const first = Number(first_number)
    expect(numbers).toEqual(Array.from({ length: Number(last_number) - first + 1 }, (_, at) => first + at))
  }
  for (const runId of runs) {
    const { rows: payments } = await admin.query<{ cheque_number: string | null }>(
      'select cheque_number from payment where run_id = $1 order by place',
      [runId],
    )
    const numbers = payments.flatMap(({ cheque_number }) =>
      cheque_number === null ? [] : [Number(cheque_number)],
    )
    const { reprints } = (await world.calls.read(runId, world.one)).reply
    if (reprints.length > 0) reached.add('reprinted')
    // A cheque that was reprinted has a later number than those after it.
    if (reprints.length === 0) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
}

test(
  'each number of the stock is taken once and in order, and a box is what was issued, is void and is left, for any sequence of commands',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async steps => {
        await emptyStock(world.portal)
        await world.renew()
        const runs: string[] = []
        for (const about of [...beginning, ...steps]) {
          await execute(about, runs)
          await expectToAgree(runs)
        }
      }),
      { numRuns: propertyRuns({ usual: 4, long: 150 }) },
    )
    // The sequences reach what the test is about.
    expect(reached).toContain('issued')
    if (isLong) expect([...reached].toSorted()).toEqual(['blank', 'issued', 'reprinted', 'void'])
  },
  propertyTimeoutMs,
)
