import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { getFundCharity } from '../../charity-list/charity-list.contract.ts'
import { changeCharityProfile, getCharityProfile, type ProfileFields } from '../profiles.contract.ts'

let portal: TestApp
let staff: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  charityId = (await makeCharity(portal.databases)).charityId
})

const fields: ProfileFields = {
  otherNames: '',
  website: 'https://www.harbor-light.example',
  profileLink: '',
  profileLevel: 'GOLD',
  comment: 'Ask for the annual report.',
  partyStatus: 'Active',
  partyGranteeStatus: 'Accepted',
}
const change = (
  about: Partial<ProfileFields> = {},
  { revision = 0, as = staff.session, of = charityId } = {},
) =>
  portal.call(
    changeCharityProfile,
    {
      params: { charityId: of },
      body: {
        data: {
          type: 'command',
          attributes: { revision, fields: { ...fields, ...about }, reason: 'The charity wrote to us' },
        },
      },
    },
    { as },
  )
const randomLetters = () =>
  randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .padEnd(6, 'x')

const read = (as = staff.session) => portal.call(getCharityProfile, { params: { charityId } }, { as })

test('stores data that no register has, and every change with its reason (§13)', async () => {
  expect((await read()).reply).toMatchObject({ revision: 0, changes: [], fields: { profileLevel: 'NONE' } })
  expect((await change()).reply).toMatchObject({ revision: 1, fields })
  const { reply } = await change({ comment: '' }, { revision: 1 })
  expect(reply.changes).toMatchObject([
    {
      revision: 2,
      reason: 'The charity wrote to us',
      fields: [{ field: 'comment', before: 'Ask for the annual report.', after: '' }],
    },
    { revision: 1 },
  ])
  const fund = await makeFund(portal)
  const seen = await portal.call(
    getFundCharity,
    { params: { fundId: fund.fundId, charityId } },
    { as: fund.donor.session },
  )
  expect(seen.reply).toMatchObject({
    website: 'https://www.harbor-light.example/',
    profileLevel: 'GOLD',
    paysByEft: false,
  })
  // A save without changes creates no record.
  expect((await change({ comment: '' }, { revision: 2 })).reply.revision).toBe(2)
})

test('a rejected charity can no longer be recommended to, at this sponsor alone', async () => {
  await change({ partyGranteeStatus: 'Rejected' })
  const fund = await makeFund(portal)
  const refused = await recommend(portal, fund, recommendation(charityId))
  expect(refused.problem.errors).toHaveProperty('charityId')
  const elsewhere = await makeFund(portal, { book: 'ubs' })
  expect(
    (await recommend(portal, elsewhere, recommendation(charityId, { amountMinor: 600_00n }))).status,
  ).toBe(200)
})

test('the search finds a charity by the names that staff add, at this sponsor alone', async () => {
  const fund = await makeFund(portal)
  const found = async (keywords: string, as = fund.donor.session) =>
    (await portal.call(searchCharities, { query: { keywords } }, { as })).reply.data.map(
      ({ charityId: id, alsoKnownAs }) => ({ id, alsoKnownAs }),
    )
  // A word that no other charity has.
  const name = `Zwill${randomLetters()}`
  const otherNames = `The ${name} Pantry; Old ${name} Hall`
  expect(await found(name)).toEqual([])
  await change({ otherNames })
  for (const keywords of [name, name.slice(0, -2), `pantry ${name}`, `old ${name} hall`])
    expect(await found(keywords), keywords).toEqual([{ id: charityId, alsoKnownAs: otherNames }])
  const elsewhere = await makeFund(portal, { book: 'ubs' })
  expect(await found(name, elsewhere.donor.session)).toEqual([])
  await change({ otherNames: '' }, { revision: 1 })
  expect(await found(name)).toEqual([])
})

test('refuses the second of two concurrent changes, so nothing is lost', async () => {
  const both = await Promise.all([change(), change({ comment: 'Another' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read()).reply.changes).toHaveLength(1)
  expect((await change({}, { revision: 7 })).status).toBe(409)
})

test('the payee stays when the profile changes', async () => {
  await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 3 })
  await change({}, { revision: 1 })
  const { rows } = await portal.database.admin.query(
    'select default_payment_type_code from charity_profile where charity_id = $1',
    [charityId],
  )
  expect(rows).toEqual([{ default_payment_type_code: 3 }])
})

test('no donor and no other realm changes it, and an unknown charity has none', async () => {
  const { donor } = await makeFund(portal)
  expect((await change({}, { as: donor.session })).problem.type).toMatch(/access-denied$/)
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  expect((await read(auditor.session)).status).toBe(200)
  expect((await change({}, { as: auditor.session })).problem.type).toMatch(/access-denied$/)
  await change()
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  expect((await read(elsewhere.session)).reply.revision).toBe(0)
  expect((await change({}, { of: 'US-EIN-999999999' })).status).toBe(404)
})
