import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { returnOf } from '../../../testing/grants/grant-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import type { CamtEntry } from '../../../testing/payments/camt.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { returnGrant } from '../../grants/review/staff-commands.contract.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('a line that nobody decided', () => {
  test('is offered again by the next file that has it, and counts once', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const entry = creditOf(paid.reference)
    expect(await statements.take(statements.message([entry], 'camt.052'))).toEqual(['ask'])
    const text = statements.message([entry])
    const { lines, newLines } = await statements.preview(text)
    expect(lines).toMatchObject([
      {
        effect: 'ask',
        question: 'A part was returned',
        sentence: expect.stringMatching(
          /^First listed in “bank-file.txt” of March 16, 2026\. The bank booked/,
        ),
      },
    ])
    expect(newLines).toBe(0)
    // Two people decide at once: the second file has nothing left to do.
    const { planHash } = await statements.preview(text, [1])
    const both = await Promise.all(
      [world.one, world.two].map(by => world.calls.applyBankFileLines(text, by, planHash, [1])),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 200])
    await jobsDone(world.portal)
    expect(await statements.available()).toBe(before + 100_00n)
    expect(await statements.movements(paid.reference)).toEqual(['10000'])
    expect(await statements.effects(statements.message([entry]), [1])).toEqual(['booked'])
  })

  test('is offered again if its payment was not known yet', async () => {
    const grantId = await world.approved(await world.transferCharity(), 305_00n)
    const reference = `GRANT-${(await world.grants.read(grantId, world.fund)).transactionId}`
    const debit: CamtEntry = {
      amount: '305.00',
      side: 'DBIT',
      servicerRef: `EARLY-${reference}`,
      parts: [{ endToEnd: reference }],
    }
    expect(await statements.take(statements.message([debit]))).toEqual(['unknown'])
    expect(await statements.effects(statements.message([debit]))).toEqual(['booked'])
    await world.sent()
    expect(await statements.take(statements.message([debit]))).toEqual(['cleared'])
    expect(await statements.effects(statements.message([debit]))).toEqual(['booked'])
    expect(await statements.movements(reference)).toEqual(['30500'])
  })

  test('is not offered again once its return was recorded by hand', async () => {
    const [paid] = await statements.paidGrants()
    const entry = creditOf(paid.reference)
    await statements.take(statements.message([entry]))
    const attributes = returnOf(world.portal, { returnedMinor: 100_00n, remainingMinor: 305_00n })
    await world.portal.call(
      returnGrant,
      { params: { grantId: paid.grantId }, body: { data: { type: 'command', attributes } } },
      { as: world.one.session },
    )
    const before = await statements.available()
    expect(await statements.take(statements.message([entry]))).toEqual(['ask'])
    expect(await statements.effects(statements.message([entry]))).toEqual(['booked'])
    expect(await statements.available()).toBe(before)
    // The bank says that the money came back, so nobody takes the return back.
    const { reply } = await world.portal.call(
      getStaffGrant,
      { params: { grantId: paid.grantId } },
      { as: world.one.session },
    )
    expect(reply.commands).not.toHaveProperty('reverseReturn')
  })

  test('is matched once: the database refuses another payment', async () => {
    const [paid] = await statements.paidGrants()
    await statements.take(statements.message([creditOf(paid.reference, { amount: '305.00' })]))
    const again = world.portal.database.admin.query(
      `update bank_line set payment_id = null where end_to_end_id = $1`,
      [paid.reference],
    )
    await expect(again).rejects.toMatchObject({ constraint: 'bank_line_matched_once' })
  })
})
