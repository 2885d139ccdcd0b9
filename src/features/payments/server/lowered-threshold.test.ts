import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

/** A run with a grant of $10,000, below the threshold of the client’s file, and who approved that grant. */
async function runWithGrant(): Promise<{ runId: string; grantId: string }> {
  const grantId = await makeGrant(world.portal, world.fund, {
    charityId: await world.transferCharity(),
    amountMinor: 10_000_00n,
    approvedBy: world.approver,
  })
  return { runId: await world.createdRun(), grantId }
}

test('a threshold that is lowered on screen holds for the next run, and stops no record of what the bank has', async () => {
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
  const { rows } = await portal.database.admin.query(
    'select transaction_status_code from grant_recommendation where grant_id = $1',
    [grantId],
  )
  expect(rows).toEqual([{ transaction_status_code: 6 }])

  const next = await runWithGrant()
  const refused = await calls.approve(next.runId, approver)
  expect(refused.problem.detail).toContain('Because of its amount')
  expect((await calls.approve(next.runId, two)).status).toBe(200)
})
