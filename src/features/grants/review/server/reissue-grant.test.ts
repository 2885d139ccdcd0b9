import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { setStatusOf } from '../../../../testing/factories/change-account.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { grantCalls, returnOf } from '../../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../../testing/grants/pay-grant.ts'
import { reissueGrant, returnGrant } from '../staff-commands.contract.ts'
import { getStaffGrant } from '../staff-grants.contract.ts'

let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 10_000_00n })
  staff = await makeStaff(portal)
  other = await makeStaff(portal)
  charityId = (await makeCharity(portal.databases)).charityId
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const giveBack = (grantId: string, returnedMinor: bigint, remainingMinor: bigint) =>
  portal.call(
    returnGrant,
    {
      params: { grantId },
      body: command(
        returnOf(portal, { returnedMinor, remainingMinor, bankReference: `SVCR-${returnedMinor}` }),
      ),
    },
    { as: staff.session },
  )
const reissue = (grantId: string, as = staff) =>
  portal.call(
    reissueGrant,
    { params: { grantId }, body: command({ reason: 'They moved to another bank' }) },
    { as: as.session },
  )
const read = async (grantId: string) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })).reply

async function returned(backMinor = 500_00n): Promise<string> {
  const grantId = await makeGrant(portal, fund, {
    charityId,
    amountMinor: 500_00n,
    purposeCode: 'in_memory',
    purposeText: 'Ruth Whitcombe',
    approvedBy: other,
  })
  await payGrant(portal, grantId, staff)
  await giveBack(grantId, backMinor, 500_00n)
  return grantId
}

test('a returned grant is reissued once, linked to the first, and another person approves it (§13)', async () => {
  const grantId = await returned()
  expect((await read(grantId)).commands.reissue).toBeNull()
  const both = await Promise.all([reissue(grantId), reissue(grantId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const made = both.find(({ status }) => status === 200)?.reply
  const first = await read(grantId)
  expect(made).toMatchObject({
    state: 'Recommended',
    amountMinor: 500_00n,
    grantPurpose: 'In memory of Ruth Whitcombe',
    reissueOf: { grantId, transactionId: first.transactionId },
    commands: { approve: expect.stringContaining('You recommended this grant') },
  })
  expect(made?.steps[0]?.reason).toBe('They moved to another bank')
  expect(first).toMatchObject({
    reissuedAs: { grantId: made?.grantId, transactionId: made?.transactionId },
    paymentRun: { state: 'sent' },
  })
  expect(first.commands).not.toHaveProperty('reissue')
  expect((await grantCalls(portal).balances(fund)).pendingMinor).toBe(500_00n)
  expect((await grantCalls(portal).approve(made?.grantId ?? '', other.session)).status).toBe(200)
})

test('refuses to reissue a grant that is not fully returned, or whose charity or fund cannot be paid', async () => {
  const partly = await returned(200_00n)
  expect((await reissue(partly)).status).toBe(409)
  expect((await read(partly)).commands).not.toHaveProperty('reissue')
  await giveBack(partly, 300_00n, 300_00n)
  await makeCharityProfile(portal.databases, charityId, { party_grantee_status: 'Rejected' })
  expect((await read(partly)).commands.reissue).toContain('marked the charity')
  expect((await reissue(partly)).status).toBe(409)
  await makeCharityProfile(portal.databases, charityId, { party_grantee_status: 'Accepted' })
  await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
  expect((await reissue(partly)).status).toBe(409)
  await setStatusOf(portal.database.admin, fund.accountId, 'Active')
  expect((await reissue(partly)).status).toBe(200)
})

test('refuses people without GRANT_PAY and other books', async () => {
  const grantId = await returned()
  const half = await makeStaff(portal, {
    roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
  })
  expect((await reissue(grantId, half)).problem.title).toBe('Access denied.')
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  const answer = await portal.call(
    reissueGrant,
    { params: { grantId }, body: command({ reason: 'x' }) },
    { as: elsewhere.session, client: 'ubs' },
  )
  expect(answer.status).toBe(404)
})
