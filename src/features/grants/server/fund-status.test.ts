import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { donorAdvice } from '../../../testing/grants/donor-advice.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { getStaffGrant, listGrantQueue } from '../review/staff-grants.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof grantCalls>
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  calls = grantCalls(portal)
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(() => portal.close())

const setStatus = (fund: MadeFund, status: string) =>
  setStatusOf(portal.database.admin, fund.accountId, status)
const review = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: payer.session })).reply

// A fund that is not open yet has no grants, and one with pending grants cannot close.
const notActive = [['Immobile', 'The fund is on hold, so it cannot make grants.']] as const

test.each(notActive)(
  'refuses to pay an approved grant after its fund becomes %s, and pays it once the fund is active again (§13)',
  async (status, sentence) => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    await setStatus(fund, status)
    const held = `${sentence} The grant is on hold until someone on our staff decides.`
    await expect(payGrant(portal, grantId, payer)).rejects.toMatchObject({ code: 'conflict', detail: held })
    expect(await review(grantId)).toMatchObject({ state: 'Approved', held })
    const { reply } = await portal.call(
      listGrantQueue,
      { query: { queue: 'to-pay', first: 500 } },
      { as: payer.session },
    )
    expect(reply.data.find(row => row.grantId === grantId)?.held).toBe(held)
    expect((await calls.balances(fund)).pendingMinor).toBe(250_00n)

    await setStatus(fund, 'Active')
    expect(await review(grantId)).toMatchObject({ held: null })
    await payGrant(portal, grantId, payer)
  },
)

test.each(notActive)(
  'refuses to approve a grant of a fund that is %s, but allows its rejection (§13)',
  async (status, sentence) => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund)
    await setStatus(fund, status)
    const refused = await calls.approve(grantId, approver.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, sentence])
    expect((await review(grantId)).commands).toMatchObject({ approve: sentence, reject: null })
    expect((await calls.reject(grantId, approver.session, 'The fund is not active')).status).toBe(200)
    expect((await calls.balances(fund)).pendingMinor).toBe(0n)
  },
)

test('refuses a recommendation by staff from an immobile fund (§13)', async () => {
  const fund = await makeFund(portal, { status: 'Immobile' })
  const { charityId } = await makeCharity(portal.databases)
  const refused = await recommend(portal, fund, recommendation(charityId, await donorAdvice(portal, fund)), {
    as: approver.session,
  })
  expect(refused.problem).toMatchObject({
    title: 'Access denied.',
    detail: 'The fund is on hold, so it cannot make grants.',
  })
})
