import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { getStaffGrant, listGrantQueue } from '../staff-grants.contract.ts'

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
const notActive = [['Immobile', 'The fund is immobile, so it cannot make grants.']] as const

test.each(notActive)(
  'refuses to pay an approved grant after its fund becomes %s, and pays it once the fund is active again (§13)',
  async (status, sentence) => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    await setStatus(fund, status)
    const held = `${sentence} The grant is on hold until a member of staff decides.`
    const refused = await calls.pay(grantId, payer.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, held])
    expect(await review(grantId)).toMatchObject({ state: 'Approved', held, may: { pay: held } })
    const { reply } = await portal.call(
      listGrantQueue,
      { query: { queue: 'to-pay', first: 500 } },
      { as: payer.session },
    )
    expect(reply.data.find(row => row.grantId === grantId)?.held).toBe(held)
    expect((await calls.balances(fund)).pendingMinor).toBe(250_00n)

    await setStatus(fund, 'Active')
    expect(await review(grantId)).toMatchObject({ held: null, may: { pay: null } })
    expect((await calls.pay(grantId, payer.session)).status).toBe(200)
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
    expect((await review(grantId)).may).toMatchObject({ approve: sentence, reject: null })
    expect((await calls.reject(grantId, approver.session, 'The fund is not active')).status).toBe(200)
    expect((await calls.balances(fund)).pendingMinor).toBe(0n)
  },
)

test('refuses a payment while the fund becomes immobile in a concurrent transaction', async () => {
  for (let round = 0; round < 4; round++) {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    const client = await portal.database.admin.connect()
    try {
      await client.query('begin')
      await setStatusOf(client, fund.accountId, 'Immobile')
      const paying = calls.pay(grantId, payer.session)
      await client.query('select pg_sleep(0.1)')
      await client.query('commit')
      expect((await paying).status).toBe(409)
    } finally {
      client.release()
    }
    expect((await calls.balances(fund)).pendingMinor).toBe(250_00n)
  }
})

test('refuses a recommendation by staff from an immobile fund (§13)', async () => {
  const fund = await makeFund(portal, { status: 'Immobile' })
  const { charityId } = await makeCharity(portal.databases)
  const refused = await recommend(portal, fund, recommendation(charityId), { as: approver.session })
  expect(refused.problem).toMatchObject({
    title: 'Access denied.',
    detail: 'The fund is immobile, so it cannot make grants.',
  })
})

test.each(['', '   ', '\u00a0', '\t\n', '\u200b', '\ufeff', ' - '])(
  'refuses the blank payment reference %j',
  async reference => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    const refused = await portal.app.inject({
      method: 'POST',
      url: `/api/grants/${grantId}/pay`,
      headers: { host: 'npt.localhost:3000', ...payer.session.headers },
      payload: {
        data: { type: 'command', attributes: { paymentMethod: 'eft', paymentReference: reference } },
      },
    })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['paymentReference']])
    expect((await review(grantId)).state).toBe('Approved')
  },
)

test('trims the payment reference', async () => {
  const grantId = await makeGrant(portal, await makeFund(portal), { approvedBy: approver })
  expect((await calls.pay(grantId, payer.session, '  EFT 4711 ')).reply.paymentReference).toBe('EFT 4711')
})
