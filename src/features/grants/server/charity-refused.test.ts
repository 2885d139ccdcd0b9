import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { getStaffGrant } from '../review/staff-grants.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

test('explains and refuses the approval after staff have rejected the charity (§13)', async () => {
  const staff = await makeStaff(portal)
  const { charityId } = await makeCharity(portal.databases)
  const grantId = await makeGrant(portal, await makeFund(portal), { charityId })
  const review = async () =>
    (await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })).reply
  expect(await review()).toMatchObject({
    commands: { approve: null, reject: null },
    charityNow: { refusedByStaff: false, paysByEft: false, evidence: { charityId, outcome: 'yes' } },
  })

  await makeCharityProfile(portal.databases, charityId, {
    party_grantee_status: 'Rejected',
    default_payment_type_code: 16,
  })
  const sentence = 'Our staff marked the charity as rejected or deleted.'
  expect(await review()).toMatchObject({
    commands: { approve: sentence, reject: null },
    charityNow: { refusedByStaff: true, paysByEft: true },
  })
  const refused = await grantCalls(portal).approve(grantId, staff.session, 'All in order')
  expect([refused.status, refused.problem.detail]).toEqual([409, sentence])
})
