import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { settingCalls } from '../../../testing/setting-calls.ts'

let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const statusOf = async (grantId: string) =>
  (
    await world.portal.database.admin.query(
      'select transaction_status_code from grant_recommendation where grant_id = $1',
      [grantId],
    )
  ).rows[0]?.transaction_status_code

/** A run with a grant of $10,000, below the threshold of the client’s file, and who approved that grant. */
async function runWithGrant(): Promise<{ runId: string; grantId: string }> {
  const grantId = await makeGrant(world.portal, world.fund, {
    charityId: await world.transferCharity(),
    amountMinor: 10_000_00n,
    approvedBy: world.approver,
  })
  return { runId: await world.createdRun(), grantId }
}

test('a threshold that an operator lowers in the client’s file stops no record of what the bank has', async () => {
  const { portal, calls, approver, one } = world
  const { runId, grantId } = await runWithGrant()
  expect((await calls.approve(runId, approver)).status).toBe(200)
  expect((await calls.release(runId, approver)).status).toBe(200)
  const { dualControlFromMinor } = npt
  try {
    // As after a restart: every program reads this object.
    Object.assign(npt, { dualControlFromMinor: 5_000_00n })
    expect((await calls.send(runId, one)).status).toBe(200)
    await jobsDone(portal)
    expect(await statusOf(grantId)).toBe(6)
    const next = await runWithGrant()
    expect((await calls.approve(next.runId, approver)).problem.detail).toContain('Because of its amount')
  } finally {
    Object.assign(npt, { dualControlFromMinor })
  }
})

test('nor does one that is lowered on screen, which holds for the next run', async () => {
  const { portal, calls, approver, one, two } = world
  const { runId, grantId } = await runWithGrant()
  expect((await calls.approve(runId, approver)).status).toBe(200)
  expect((await calls.release(runId, approver)).status).toBe(200)

  const settings = settingCalls(portal)
  expect((await settings.propose(one, 5_000_00n)).status).toBe(200)
  const { waiting } = await settings.settingOf(one, 'dual-control-from')
  expect((await settings.confirm(two, waiting?.changeId ?? '')).status).toBe(200)

  expect((await calls.send(runId, one)).status).toBe(200)
  await jobsDone(portal)
  expect(await statusOf(grantId)).toBe(6)

  const next = await runWithGrant()
  const refused = await calls.approve(next.runId, approver)
  expect(refused.problem.detail).toContain('Because of its amount')
  expect((await calls.approve(next.runId, two)).status).toBe(200)
})
