import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../../testing/grants/pay-grant.ts'
import { holdGrant, releaseGrant } from '../staff-commands.contract.ts'
import { getStaffGrant } from '../staff-grants.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person
let calls: ReturnType<typeof grantCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = grantCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  staff = await makeStaff(portal, { firstName: 'Tabitha', lastName: 'Underhill' })
  other = await makeStaff(portal)
})

const why = 'The name is near one on a list'
const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const hold = (grantId: string, reason: string | null = why, as = staff.session) =>
  portal.call(holdGrant, { params: { grantId }, body: body({ reason }) }, { as })
const release = (grantId: string, reason: string | null = 'It is another person', as = staff.session) =>
  portal.call(releaseGrant, { params: { grantId }, body: body({ reason }) }, { as })
const seen = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })).reply

describe('a grant on hold (§13)', () => {
  test('is neither approved nor paid until it is released, and tells staff who held it and why', async () => {
    const grantId = await makeGrant(portal, fund)
    await hold(grantId)
    const held = await seen(grantId)
    expect(held).toMatchObject({
      isOnHold: true,
      dueOn: '2026-03-23',
      holds: [{ reason: why, heldByName: 'Tabitha Underhill', releasedAt: null }],
      commands: { approve: 'This grant is on hold.', release: null, reject: null },
    })
    expect(held.commands).not.toHaveProperty('hold')
    const refused = await calls.approve(grantId, other.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, 'This grant is on hold.'])
    await release(grantId)
    expect((await calls.approve(grantId, other.session)).status).toBe(200)
    await hold(grantId)
    await expect(payGrant(portal, grantId, staff)).rejects.toMatchObject({ code: 'conflict' })
    await release(grantId)
    await payGrant(portal, grantId, staff)
    expect((await seen(grantId)).holds).toHaveLength(2)
  })

  test('the database refuses an approval too', async () => {
    const grantId = await makeGrant(portal, fund)
    await hold(grantId)
    await expect(
      portal.databases
        .book('npt')
        .insertInto('grant_history_entry')
        .values({
          grant_id: grantId,
          step: 2,
          transition: 'approve',
          to_status_code: 3,
          actor_user_id: other.user.userId,
          actor_name: 'Prudence Gale',
          actor_side: 'sponsor',
        })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'grant_not_on_hold' })
  })

  test('needs a reason, is allowed once at a time, and is refused after payment', async () => {
    const grantId = await makeGrant(portal, fund, { approvedBy: other })
    expect((await hold(grantId, ' \u200b')).problem.errors).toHaveProperty('reason')
    expect((await release(grantId)).status).toBe(409)
    const both = await Promise.all([hold(grantId), hold(grantId, why, other.session)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await release(grantId)
    await payGrant(portal, grantId, staff)
    expect((await hold(grantId)).status).toBe(409)
  })

  test('can be rejected by staff and cancelled by its donor as before', async () => {
    const rejected = await makeGrant(portal, fund)
    await hold(rejected)
    expect((await calls.reject(rejected, other.session, 'We cannot make this grant')).status).toBe(200)
    const cancelled = await makeGrant(portal, fund)
    await hold(cancelled)
    expect((await calls.cancel(cancelled, fund)).status).toBe(200)
  })

  test('cannot be set by the people of a fund, nor seen from another book', async () => {
    const grantId = await makeGrant(portal, fund)
    expect((await hold(grantId, why, fund.donor.session)).problem.type).toMatch(/access-denied$/)
    const elsewhere = await makeStaff(portal, { realm: 'rathbones' })
    expect((await hold(grantId, why, elsewhere.session)).status).toBe(404)
  })
})
