import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeBankDetails, newNumbers } from '../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { approveRun, type RunDetails } from '../payments.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** Someone who logs in now, since tests set the clock. */
const someone = async (): Promise<Person> => await makeStaff(world.portal)
const read = async (runId: string) => (await world.calls.read(runId, await someone())).reply

/** Approves what the person saw then. */
const approveAsSeen = async ({ runId, contentHash, paymentOn }: RunDetails, cheque: string | null = null) =>
  await world.portal.call(
    approveRun,
    {
      params: { runId },
      body: { data: { type: 'command', attributes: { firstCheque: cheque, contentHash, paymentOn } } },
    },
    { as: (await someone()).session },
  )

describe('the date of a run (§13)', () => {
  test('is the same before and after the approval, a banking day', async () => {
    // A Saturday.
    clock.set('2026-03-14T15:00:00Z')
    await world.approved((await makeCharity(world.portal.databases)).charityId)
    const runId = (await world.calls.collect(await someone(), 'cheque', '2026-03-14')).reply.runId
    const seen = await read(runId)
    expect(seen.paymentOn).toBe('2026-03-16')
    expect((await approveAsSeen(seen, '710001')).reply.paymentOn).toBe('2026-03-16')
    expect((await world.calls.list(await someone())).reply.data[0]?.paymentOn).toBe('2026-03-16')
  })

  test('moves with a run that waits, and is approved only once the approver has seen it', async () => {
    await world.approved(await world.transferCharity())
    const seen = await read(await world.createdRun())
    expect(seen.paymentOn).toBe('2026-03-17')
    // After the cutoff of the day.
    clock.set('2026-03-16T20:00:00Z')
    expect((await approveAsSeen(seen)).problem).toMatchObject({
      status: 409,
      detail: 'This run would now be dated March 18, 2026. Please look at it again.',
    })
    const again = await read(seen.runId)
    expect(again.paymentOn).toBe('2026-03-18')
    expect((await approveAsSeen(again)).reply).toMatchObject({ state: 'approved', paymentOn: '2026-03-18' })
  })
})

describe('an approval of what was shown (§14)', () => {
  const changed = 'This run has changed since you opened it. Check it again, and look at its payments.'

  test('is refused after a payment was removed', async () => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    await world.approved(charityId, 750_00n)
    const seen = await read(await world.createdRun())
    const [payment] = (await world.calls.payments(seen.runId, world.one)).reply.data
    await world.calls.remove(seen.runId, world.one, payment?.paymentId)
    expect((await approveAsSeen(seen)).problem).toMatchObject({ status: 409, detail: changed })
    expect((await approveAsSeen(await read(seen.runId))).status).toBe(200)
  })

  test('is refused where the check at the approval finds another account of a payee', async () => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const seen = await read(await world.createdRun())
    await world.portal.database.admin.query(
      `update charity_bank_details set state = 'replaced', replaced_at = $2 where charity_id = $1`,
      [charityId, clock.now()],
    )
    await makeBankDetails(world.portal, charityId, {
      confirmedAt: new Date('2026-03-02T12:00:00Z'),
      numbers: newNumbers(),
    })
    // The approver did not see this account, neither before the check by a colleague nor after it.
    expect((await approveAsSeen(seen)).status).toBe(409)
    await world.calls.check(seen.runId, world.one)
    expect((await approveAsSeen(seen)).problem).toMatchObject({ status: 409, detail: changed })
    expect((await approveAsSeen(await read(seen.runId))).status).toBe(200)
  })
})
