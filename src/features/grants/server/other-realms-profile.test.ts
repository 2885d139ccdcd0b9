import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { getFundCharity } from '../../charity-list/charity-list.contract.ts'

let portal: TestApp
let npt: MadeFund
let ubs: MadeFund
beforeAll(async () => {
  portal = await startTestApp()
  npt = await makeFund(portal)
  ubs = await makeFund(portal, { book: 'ubs' })
})
afterAll(() => portal.close())

const charityAt = async (fund: MadeFund, charityId: string) =>
  (
    await portal.call(
      getFundCharity,
      { params: { fundId: fund.fundId, charityId } },
      { as: fund.donor.session, fundId: fund.fundId },
    )
  ).reply

test('lets another sponsor find and grant to a charity that one sponsor rejected', async () => {
  const { charityId, number } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, {
    realm: 'ubs',
    party_grantee_status: 'Rejected',
    default_payment_type_code: 16,
    comment: 'Our compliance department said no.',
    website: 'https://chosen-by-ubs.example',
  })
  expect(await charityAt(ubs, charityId)).toMatchObject({ canBeSelected: false, paysByEft: true })
  expect(await charityAt(npt, charityId)).toMatchObject({
    canBeSelected: true,
    partyGranteeStatus: 'Accepted',
    defaultPaymentTypeCode: null,
    paysByEft: false,
    comment: null,
    website: null,
  })
  const found = await portal.call(
    searchCharities,
    { query: { keywords: number, first: 10 } },
    { as: npt.donor.session, fundId: npt.fundId },
  )
  expect(found.reply.data).toMatchObject([{ charityId, canBeSelected: true }])

  const approver = await makeStaff(portal)
  const grantId = await makeGrant(portal, npt, { charityId })
  const approved = await grantCalls(portal).approve(grantId, approver.session, 'All in order')
  expect(approved.status).toBe(200)
})

test('keeps the details of a charity at another sponsor after one sponsor deleted it', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, { realm: 'ubs', party_status: 'Deleted' })
  await makeCharityProfile(portal.databases, charityId, { realm: 'npt', comment: 'Ours.' })
  expect(await charityAt(ubs, charityId)).toMatchObject({ detailsWithheld: true, comment: null })
  expect(await charityAt(npt, charityId)).toMatchObject({ detailsWithheld: false, comment: 'Ours.' })
})

test('shares a charity’s profile between the books of one realm', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, { realm: 'nptuk', party_grantee_status: 'Rejected' })
  for (const book of ['nptuk', 'nptukusd'])
    expect(
      await portal.databases
        .book(book)
        .selectFrom('charity_profile')
        .select(['realm', 'charity_id', 'party_grantee_status'])
        .execute(),
    ).toContainEqual({ realm: 'nptuk', charity_id: charityId, party_grantee_status: 'Rejected' })
})
