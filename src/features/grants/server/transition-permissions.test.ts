import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { getGrant } from '../grants.contract.ts'
import { getStaffGrant, listGrantQueue } from '../review/staff-grants.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof grantCalls>
let fund: MadeFund
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  calls = grantCalls(portal)
  fund = await makeFund(portal, { balanceMinor: 500_000_00n })
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(() => portal.close())

describe('dual control (§14)', () => {
  test('refuses to let people approve or pay a grant that they recommended', async () => {
    await makeRelationship(portal.databases, fund, { user: approver.user, role: 'joint_donor' })
    const { charityId } = await makeCharity(portal.databases)
    const { reply } = await recommend(portal, fund, recommendation(charityId), { as: approver.session })
    const refused = await calls.approve(reply.grantId, approver.session)
    expect(refused.problem).toMatchObject({ status: 400, title: 'Access denied.' })
    expect(refused.problem.detail).toMatch(/You recommended this grant/)
    expect((await calls.approve(reply.grantId, payer.session)).status).toBe(200)
    await expect(payGrant(portal, reply.grantId, approver)).rejects.toMatchObject({ code: 'access-denied' })
    expect((await calls.read(reply.grantId, fund)).state).toBe('Approved')
  })

  test('the database refuses it too', async () => {
    const grantId = await makeGrant(portal, fund)
    const step = (transition: string, actor: string) =>
      portal.database.admin.query(
        `insert into grant_history_entry (book, grant_id, step, transition, to_status_code, actor_user_id, actor_name, actor_side)
         values ('npt', $1, 900, $2, 3, $3, 'x', 'sponsor')`,
        [grantId, transition, actor],
      )
    for (const transition of ['approve', 'pay'])
      await expect(step(transition, fund.donor.user.userId)).rejects.toMatchObject({
        constraint: 'not_own_grant',
      })
    // Someone else may, but not without its status.
    await expect(step('approve', approver.user.userId)).rejects.toMatchObject({
      constraint: 'grant_has_its_step',
    })
    await expect(
      portal.database.admin.query(`update grant_history_entry set actor_name = 'y' where grant_id = $1`, [
        grantId,
      ]),
    ).rejects.toMatchObject({ constraint: 'append_only' })
  })

  test('requires another person to pay than to approve from the client’s threshold on, but not below', async () => {
    const large = await makeGrant(portal, fund, { amountMinor: 25_000_00n, approvedBy: approver })
    await expect(payGrant(portal, large, approver)).rejects.toMatchObject({
      code: 'access-denied',
      detail: expect.stringMatching(/You approved this grant/),
    })
    await payGrant(portal, large, payer)
    const small = await makeGrant(portal, fund, { amountMinor: 24_999_00n, approvedBy: approver })
    await payGrant(portal, small, approver)
  })

  test('lets an auditor view but not act, and others act only with the permission', async () => {
    const grantId = await makeGrant(portal, fund)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    const seen = await portal.call(getStaffGrant, { params: { grantId } }, { as: auditor.session })
    expect(seen.reply.commands.approve).toMatch(/do not have access/)
    const refused = await calls.approve(grantId, auditor.session)
    expect(refused.problem.title).toBe('Access denied.')
    const half = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
    })
    expect((await calls.approve(grantId, half.session)).status).toBe(200)
    expect((await calls.approve(grantId, half.session)).status).toBe(409)
  })
})

describe('what a person may not see is not found (§14)', () => {
  test('finds no grant of another fund to read or cancel', async () => {
    const own = await makeFund(portal)
    const theirs = await makeGrant(portal, fund)
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const grantId of [theirs, unknown]) {
      const params = { fundId: own.fundId, grantId }
      expect((await portal.call(getGrant, { params }, { as: own.donor.session })).status).toBe(404)
      expect((await calls.cancel(grantId, own)).status).toBe(404)
    }
    expect((await calls.read(theirs, fund)).state).toBe('Recommended')
  })

  test.each<[string, Endpoint]>([
    ['queue', listGrantQueue],
    ['staff’s view', getStaffGrant],
  ])('hides the %s from a donor', async (_what, endpoint) => {
    const grantId = await makeGrant(portal, fund)
    const sent = { params: { grantId } } as never
    expect((await portal.call(endpoint, sent, { as: fund.donor.session })).status).toBe(404)
    expect((await portal.call(endpoint, sent, { as: approver.session })).status).toBe(200)
  })

  test('refuses a cancellation by a viewer', async () => {
    const { session } = await makePersonOf(portal, fund, 'viewer')
    const grantId = await makeGrant(portal, fund)
    expect((await calls.cancel(grantId, fund, session)).problem.title).toBe('Access denied.')
    const { reply } = await portal.call(
      getGrant,
      { params: { fundId: fund.fundId, grantId } },
      { as: session },
    )
    expect(reply.mayCancel).toBe(false)
  })

  test('finds no grant for another book’s staff', async () => {
    const grantId = await makeGrant(portal, fund)
    const elsewhere = await makeStaff(portal, { realm: 'rathbones' })
    const own = await makeGrant(portal, await makeFund(portal, { book: 'rathbones' }), {
      amountMinor: 500_00n,
    })
    for (const [id, status] of [
      [grantId, 404],
      [own, 200],
    ] as const)
      expect((await calls.approve(id, elsewhere.session)).status).toBe(status)
  })

  test('refuses a cancellation by the donor of an immobile account, but lets staff reject the grant (§4)', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    await setStatusOf(portal.database.admin, own.accountId, 'Immobile')
    expect((await calls.cancel(grantId, own)).problem.title).toBe('Access denied.')
    expect((await calls.reject(grantId, approver.session, 'The fund is immobile')).status).toBe(200)
  })
})
