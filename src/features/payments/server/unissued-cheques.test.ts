import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { emptyStock } from '../../../testing/payments/empty-stock.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { stockCalls } from '../../../testing/payments/stock-calls.ts'

// Checks that the bank paid and the sponsor never issued: what a statement says of them.

let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await emptyStock(world.portal)
  await world.renew()
})

const paidCheque = (cheque: string, side: 'DBIT' | 'CRDT' = 'DBIT') => ({
  ...{ amount: '305.00', side, servicerRef: `CHECK-${cheque}-${side}`, parts: [{ cheque }] },
})

test('a check that is void or still in the stock, and that the bank paid, is told to staff as such, and decided by them', async () => {
  const stock = stockCalls(world.portal)
  await stock.record(world.one, { first: 1001, last: 1010 })
  await stock.spoil(world.one, { first: 1001, reason: 'Torn by the printer' })
  await world.approved((await makeCharity(world.portal.databases)).charityId, 305_00n)
  const runId = await world.createdRun('cheque')
  await world.calls.approve(runId, world.two)
  await world.calls.release(runId, world.two)
  await world.calls.send(runId, world.two)
  await jobsDone(world.portal)
  const file = statements.message([
    paidCheque('1001'),
    paidCheque('1002'),
    paidCheque('1003'),
    paidCheque('7777'),
    paidCheque('1003', 'CRDT'),
  ])
  const { lines } = await statements.preview(file)
  const said = lines
    .toSorted((one, other) => one.line - other.line)
    .map(({ effect, sentence }) => `${effect}: ${sentence}`)
  expect(said[0]).toMatch(
    /^refused: Check 1001 has been void since March 16, 2026 \(“Torn by the printer”\), but the bank paid it\. Call the bank at once\./,
  )
  expect(said[1]).toMatch(/^cleared:/)
  expect(said[2]).toMatch(
    /^refused: Check 1003 is still in the stock and was issued to no one, but the bank paid it\. Call the bank at once\./,
  )
  expect(said[3]).toMatch(/^unknown: Not one of our payments\./)
  expect(said[4]).toMatch(/^unknown: Not one of our payments\./)
  expect(await statements.take(file)).toEqual(lines.map(({ effect }) => effect))
  // Nobody's grant is changed by it, and what a person has to look at is not lost.
  const { rows } = await world.portal.database.admin.query(
    `select count(*)::int as open from bank_line where reference like 'CHECK-100%-DBIT' and payment_id is null`,
  )
  expect(rows).toEqual([{ open: 2 }])
})
