import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { makeReceipt } from '../../../testing/factories/make-receipt.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities, newName } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { stopSentences } from '../domain/finding.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let charities: ReturnType<typeof listedCharities>
let officer: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  charities = listedCharities(world, clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
})

const findingsOf = async (name: string) =>
  (await findingCalls(world.portal).list(officer)).filter(({ ourName }) => ourName === name)

/** A contribution to the fund of the fixture that this person or organization has paid. */
async function paidBy(name: string): Promise<void> {
  const { contributionId } = await makeReceipt(world.portal, world.fund)
  await withoutTriggers(
    world.portal.database.admin,
    'update contribution set payer_name = $2 where contribution_id = $1',
    [contributionId, name],
  )
}

test('a grant from an account waits while the name of who paid a contribution is on a list (§13)', async () => {
  const name = newName()
  await paidBy(name)
  await makeListEntry(world.portal.database, { names: [name] })
  const grantId = await makeGrant(world.portal, world.fund)
  const refused = await world.grants.approve(grantId, world.approver.session)
  expect([refused.status, refused.problem.detail]).toEqual([409, stopSentences.found])
  const [found, ...others] = await findingsOf(name)
  expect(others).toEqual([])
  const { reply } = await findingCalls(world.portal).read(found?.findingId ?? randomUUID(), officer)
  expect(reply).toMatchObject({ grants: [{ grantId }], accounts: [{ fundId: world.fund.fundId }] })
  await findingCalls(world.portal).decide(reply.findingId, 'dismiss', officer)
  expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
})

test('a person of the account who paid is compared once, as that person', async () => {
  const { user } = world.fund.donor
  const name = `${user.firstName} ${user.lastName}`
  await paidBy(name.toUpperCase())
  await makeListEntry(world.portal.database, {
    names: [`${user.lastName}, ${user.firstName}`],
    kind: 'person',
  })
  await charities.screen()
  const { rows } = await world.portal.database.admin.query(
    'select person_id from person_to_screen where account_id = $1',
    [world.fund.accountId],
  )
  expect(rows).toEqual([{ person_id: user.userId }])
})
