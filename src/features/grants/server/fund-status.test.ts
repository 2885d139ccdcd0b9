import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { getStaffGrant, listGrantQueue } from '../grants.contract.ts'

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
  portal.database.admin.query(
    `update fund_account set account_status = $2, closed_on = case when $2 = 'Closed' then date '2026-11-01' end
     where account_id = $1`,
    [fund.accountId, status],
  )
const review = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: payer.session })).reply

const notActive = [
  ['Immobile', 'The fund is immobile, so no money leaves it.'],
  ['Closed', 'The fund is closed, so no money leaves it.'],
  ['Entered', 'The fund is not open yet, so no money leaves it.'],
] as const

test.each(notActive)(
  'holds an approved grant of a fund that is %s meanwhile: paying is refused until a person decides (open-points 4)',
  async (status, sentence) => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    await setStatus(fund, status)
    const held = `${sentence} The grant is held until a person decides.`
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
  'refuses to approve a grant of a fund that is %s, which may still be rejected (open-points 4)',
  async (status, sentence) => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund)
    await setStatus(fund, status)
    const refused = await calls.approve(grantId, approver.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, sentence])
    expect((await review(grantId)).may).toMatchObject({ approve: sentence, reject: null })
    expect((await calls.reject(grantId, approver.session, 'The fund lets no money out')).status).toBe(200)
    expect((await calls.balances(fund)).pendingMinor).toBe(0n)
  },
)

test('pays nothing from a fund that becomes immobile at the same moment', async () => {
  for (let round = 0; round < 4; round++) {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { approvedBy: approver })
    const client = await portal.database.admin.connect()
    try {
      await client.query('begin')
      await client.query(`update fund_account set account_status = 'Immobile' where account_id = $1`, [
        fund.accountId,
      ])
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

test('staff recommend nothing from an immobile fund (open-points 4)', async () => {
  const fund = await makeFund(portal, { status: 'Immobile' })
  const { charityId } = await makeCharity(portal.databases)
  const refused = await recommend(portal, fund, recommendation(charityId), { as: approver.session })
  expect(refused.problem).toMatchObject({
    title: 'Access denied.',
    detail: 'The fund is immobile, so no money leaves it.',
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

test('stores a payment reference without the spaces around it', async () => {
  const grantId = await makeGrant(portal, await makeFund(portal), { approvedBy: approver })
  expect((await calls.pay(grantId, payer.session, '  EFT 4711 ')).reply.paymentReference).toBe('EFT 4711')
})
