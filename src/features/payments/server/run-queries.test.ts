import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { growthOfQueries } from '../../../testing/count-queries.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'

let world: PaymentFixture
beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(() => world.renew())
afterEach(() => jobsDone(world.portal))

async function approve(count: number): Promise<void> {
  await world.renew()
  for (let made = 0; made < count; made += 1) await world.approved(await world.transferCharity(), 500_00n)
  await jobsDone(world.portal)
}

/** The run of this many charities, before its step of this name. */
async function runBefore(
  step: 'check' | 'approve' | 'release' | 'send' | 'remove' | 'cancel',
  count: number,
) {
  await approve(count)
  const runId = await world.createdRun()
  const { calls, one, two } = world
  if (step === 'release' || step === 'send') await calls.approve(runId, two)
  if (step === 'send') await calls.release(runId, one)
  await jobsDone(world.portal)
  return async () => {
    const answer = step === 'approve' ? await calls.approve(runId, two) : await calls[step](runId, one)
    expect(answer.status).toBe(200)
  }
}

test('the collection of a run asks the same number of times for two charities and for six', async () => {
  const growth = await growthOfQueries([2, 6], async count => {
    await approve(count)
    return async () => {
      const runId = await world.createdRun()
      expect((await world.calls.read(runId, world.one)).reply.payments).toBe(count)
    }
  })
  expect(growth).toBe(0)
})

test.each(['check', 'approve', 'release', 'cancel'] as const)(
  'the command “%s” of a run asks the same number of times for two charities and for six',
  async step => {
    expect(await growthOfQueries([2, 6], count => runBefore(step, count))).toBe(0)
  },
)

/** A statement that says of so many payments that they came back, each with its check. */
async function statementOf(count: number) {
  await world.renew()
  const calls = statementCalls(world)
  const paid = await calls.paidGrants(count)
  const text = calls.message(paid.map(({ reference }) => creditOf(reference, { amount: '305.00' })))
  return { text, plan: await calls.preview(text) }
}

test('a bank file asks the same number of times for two lines and for six; its lines follow, each in a transaction of its own', async () => {
  const preview = await growthOfQueries([2, 6], async count => {
    const { text } = await statementOf(count)
    return async () => {
      expect((await statementCalls(world).preview(text)).returned.payments).toBe(count)
    }
  })
  expect(preview).toBe(0)
  const apply = await growthOfQueries([2, 6], async count => {
    const { text, plan } = await statementOf(count)
    return async () => {
      expect((await world.calls.applyBankFileLines(text, world.one, plan.planHash)).status).toBe(200)
    }
  })
  expect(apply).toBe(0)
})
