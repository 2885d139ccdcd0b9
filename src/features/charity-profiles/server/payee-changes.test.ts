import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { getFundCharity } from '../../charity-list/charity-list.contract.ts'
import {
  confirmPayeeChange,
  declinePayeeChange,
  getCharityPayee,
  type PayeeFields,
  proposePayeeChange,
} from '../payee-changes.contract.ts'
import { changeCharityProfile, getCharityProfile } from '../profiles.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
  charityId = (await makeCharity(portal.databases)).charityId
})

const payee: PayeeFields = {
  paysByEft: true,
  payeeName: 'Harbor Light, Treasurer',
  payeeAddress: 'PO Box 12\nErie, PA 16501',
  payeeEmail: 'grants@harbor-light.example',
}
const command = <Attributes>(attributes: Attributes) => ({
  data: { type: 'command' as const, attributes },
})
const enter = (about: Partial<PayeeFields> = {}, { as = one, revision = 0 } = {}) =>
  portal.call(
    proposePayeeChange,
    {
      params: { charityId },
      body: command({ revision, fields: { ...payee, ...about }, reason: 'Their letter of March 9' }),
    },
    { as: as.session },
  )
const decide = (
  endpoint: typeof confirmPayeeChange | typeof declinePayeeChange,
  changeId: string,
  as: Person,
) =>
  portal.call(
    endpoint,
    { params: { charityId, changeId }, body: command({ note: 'Called on the number of their report' }) },
    { as: as.session },
  )
const read = async (as = one) =>
  (await portal.call(getCharityPayee, { params: { charityId } }, { as: as.session })).reply
const entered = async (...about: Parameters<typeof enter>) =>
  (await enter(...about)).reply.data[0]?.changeId ?? ''
const unchanged = { paysByEft: false, payeeName: '', payeeAddress: '', payeeEmail: '' }

test('a payee is entered by one person and confirmed by another; nothing is paid to it for three days (§13)', async () => {
  const changeId = await entered()
  expect(await read()).toMatchObject({
    fields: unchanged,
    data: [{ state: 'proposed', usableFrom: null, decisionRefusal: expect.stringMatching(/someone else/) }],
  })
  expect((await decide(confirmPayeeChange, changeId, one)).problem.type).toMatch(/access-denied$/)
  expect((await read()).fields).toEqual(unchanged)
  expect((await read(two)).data[0]?.decisionRefusal).toBeNull()
  expect((await decide(confirmPayeeChange, changeId, two)).status).toBe(200)
  expect(await read()).toMatchObject({
    fields: payee,
    revision: 1,
    data: [{ state: 'confirmed', usableFrom: '2026-03-19', decidedByName: 'Basil Thorne' }],
  })
  expect((await decide(confirmPayeeChange, changeId, two)).status).toBe(409)
  const { reply } = await portal.call(getCharityProfile, { params: { charityId } }, { as: one.session })
  expect(reply.changes).toMatchObject([
    { revision: 1, actorName: 'Basil Thorne', fields: [{ field: 'paysByEft' }, {}, {}, {}] },
  ])
  const fund = await makeFund(portal)
  const seen = await portal.call(
    getFundCharity,
    { params: { fundId: fund.fundId, charityId } },
    { as: fund.donor.session },
  )
  expect(seen.reply.paysByEft).toBe(true)
})

test('the profile’s own command changes no payee, whatever a request adds', async () => {
  const fields = {
    website: '',
    profileLink: '',
    profileLevel: 'GOLD' as const,
    comment: '',
    partyStatus: 'Active' as const,
    partyGranteeStatus: 'Accepted' as const,
    otherNames: '',
  }
  const added = { ...fields, ...payee, payeeName: 'Mallory Ltd' }
  await portal.call(
    changeCharityProfile,
    { params: { charityId }, body: command({ revision: 0, fields: added, reason: 'New address' }) },
    { as: one.session },
  )
  expect((await read()).fields).toEqual(unchanged)
})

test('the database refuses a confirmation by the person who entered it, a payee that nobody confirmed, and a second decision', async () => {
  const { admin } = portal.database
  const changeId = await entered()
  await expect(
    admin.query(
      `update charity_payee_change set state = 'confirmed', note = 'x', decided_by = proposed_by, decided_by_name = 'x',
         decided_at = now() where change_id = $1`,
      [changeId],
    ),
  ).rejects.toMatchObject({ constraint: 'two_people' })
  const mallory = `insert into charity_profile (realm, charity_id, payee_name, changed_by) values ('npt', $1, 'Mallory Ltd', 'x')
    on conflict (realm, charity_id) do update set payee_name = excluded.payee_name`
  await expect(admin.query(mallory, [charityId])).rejects.toMatchObject({ constraint: 'payee_is_confirmed' })
  await decide(confirmPayeeChange, changeId, two)
  await expect(admin.query(mallory, [charityId])).rejects.toMatchObject({ constraint: 'payee_is_confirmed' })
  await expect(
    admin.query(`update charity_profile set default_payment_type_code = null where charity_id = $1`, [
      charityId,
    ]),
  ).rejects.toMatchObject({ constraint: 'payee_is_confirmed' })
  await expect(
    admin.query(`update charity_payee_change set payee_name = 'Mallory Ltd' where change_id = $1`, [
      changeId,
    ]),
  ).rejects.toMatchObject({ constraint: 'payee_change_is_open' })
})

test('of two people who enter, decide or look at an old payee at once, one succeeds', async () => {
  const three = await makeStaff(portal)
  const both = await Promise.all([enter(), enter({ payeeName: 'Another' }, { as: two })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [open] = (await read()).data
  const changeId = open?.changeId ?? ''
  const deciders = await Promise.all([
    decide(confirmPayeeChange, changeId, three),
    decide(confirmPayeeChange, changeId, three),
    decide(declinePayeeChange, changeId, three),
  ])
  expect(deciders.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { revision } = await read()
  await entered({ payeeName: 'Newer' }, { revision })
  const stale = (await read()).data[0]?.changeId ?? ''
  await decide(declinePayeeChange, stale, one)
  expect((await enter({ payeeName: 'Newest' }, { revision: revision + 7 })).status).toBe(409)
})

test('an unchanged payee is refused, and another payment type stays until staff change it', async () => {
  expect((await enter(unchanged)).problem.errors).toHaveProperty('payeeName')
  await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 3 })
  const typeCode = async () =>
    (
      await portal.database.admin.query(
        'select default_payment_type_code as code from charity_profile where charity_id = $1',
        [charityId],
      )
    ).rows
  await decide(confirmPayeeChange, await entered({ paysByEft: false }, { revision: 1 }), two)
  expect(await typeCode()).toEqual([{ code: 3 }])
})

test('a change of the payee requires a step-up, the permission and the realm', async () => {
  const changeId = await entered()
  const { donor } = await makeFund(portal)
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  for (const person of [donor, auditor]) {
    expect((await enter({}, { as: person })).problem.type).toMatch(/access-denied$/)
    expect((await decide(confirmPayeeChange, changeId, person)).problem.type).toMatch(/access-denied$/)
    expect((await decide(declinePayeeChange, changeId, person)).problem.type).toMatch(/access-denied$/)
  }
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  expect((await decide(confirmPayeeChange, changeId, elsewhere)).status).toBe(404)
  expect((await read(elsewhere)).data).toEqual([])
  clock.advance(10 * 60 * 1000)
  expect((await enter({}, { as: two })).problem.type).toContain('step-up-needed')
  expect((await decide(confirmPayeeChange, changeId, two)).problem.type).toContain('step-up-needed')
})
