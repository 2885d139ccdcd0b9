import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { getFundCharity, listCharityList, setCharityList } from '../charity-list.contract.ts'

let portal: TestApp
let account: MadeAccount
let donor: TestSession
beforeAll(async () => {
  portal = await startTestApp()
  account = await makeAccount(portal.databases)
  donor = await personOn(account, 'donor')
})
afterAll(() => portal.close())

async function personOn(on: MadeAccount, role: AccountRole): Promise<TestSession> {
  const user = await makeUser(portal.databases, { realm: on.book })
  await makeRelationship(portal.databases, on, { user, role })
  return await portal.sessionFor(user)
}

const saveProfile = (charityId: string, columns: Parameters<typeof makeCharityProfile>[2]) =>
  makeCharityProfile(portal.databases, charityId, columns)

const charityOf = (charityId: string, as = donor, fundId = account.fundId) =>
  portal.call(getFundCharity, { params: { fundId, charityId } }, { as, fundId })

const setList = (charityId: string, inCharityList: boolean, as = donor, fundId = account.fundId) =>
  portal.call(
    setCharityList,
    { params: { fundId }, body: { data: { type: 'command', attributes: { charityId, inCharityList } } } },
    { as, fundId },
  )

const listOf = (as = donor, fundId = account.fundId) =>
  portal.call(listCharityList, { params: { fundId } }, { as, fundId })

test('returns the register’s data and the staff’s profile of a charity (§2.7)', async () => {
  const { charityId, name } = await makeCharity(portal.databases, {
    number: '231234567',
    charityId: 'US-EIN-231234567',
    alsoKnownAs: 'THE PANTRY',
  })
  await saveProfile(charityId, {
    website: 'https://pantry.example',
    profile_level: 'GOLD',
    comment: 'Prefers cheques.',
    default_payment_type_code: 16,
  })
  const { reply } = await charityOf(charityId)
  expect(reply).toMatchObject({
    name,
    taxId: '23-1234567',
    alsoKnownAs: 'THE PANTRY',
    cause: 'Food, agriculture, and nutrition',
    website: 'https://pantry.example/',
    profileLevel: 'GOLD',
    comment: 'Prefers cheques.',
    grossReceipts: 920_000_00n,
    totalAssets: 410_000_00n,
    paysByEft: true,
    inCharityList: false,
    canBeSelected: true,
    eligibility: { outcome: 'yes' },
    detailsWithheld: false,
  })
})

test('hides the profile level NONE and returns null without a profile (§9)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  const { reply } = await charityOf(charityId)
  expect(reply).toMatchObject({ profileLevel: null, website: null, comment: null, paysByEft: false })
})

test.each([{ party_grantee_status: 'Rejected' as const }, { party_status: 'Deleted' as const }])(
  'does not allow selecting a charity that staff marked %o (§4)',
  async status => {
    const { charityId } = await makeCharity(portal.databases)
    await saveProfile(charityId, status)
    const { reply } = await charityOf(charityId)
    expect(reply.canBeSelected).toBe(false)
    expect(reply.eligibility.outcome).toBe('no')
  },
)

test('withholds the details of a deleted charity (§8)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await saveProfile(charityId, { party_status: 'Deleted', comment: 'Closed in spring.' })
  const { reply } = await charityOf(charityId)
  expect(reply).toMatchObject({ detailsWithheld: true, comment: null, grossReceipts: null })
})

test('explains why a private foundation cannot be selected (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases, { foundation: '04' })
  const { reply } = await charityOf(charityId)
  expect(reply.canBeSelected).toBe(false)
  expect(reply.eligibility.sentence).toContain('private non-operating foundation')
})

test('finds no UK charity in a US book (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases, { register: 'uk' })
  expect((await charityOf(charityId)).status).toBe(404)
  expect((await setList(charityId, true)).problem.errors).toEqual({
    charityId: ['Choose a charity from the register'],
  })
})

test('keeps the name of a charity that left the register for a fund with a grant to it (§8)', async () => {
  const charityId = 'US-EIN-999999998'
  expect((await charityOf(charityId)).status).toBe(404)
  // A grant alone, without the steps that the database asks for.
  await withoutTriggers(
    portal.database.admin,
    `insert into grant_recommendation (book, account_id, charity_id, charity_name, amount_minor, purpose_code, naming_code,
        recommended_by, recommended_on, idempotency_key)
      values ('npt', $1, $2, 'LAKESHORE CHAMBER PLAYERS', 50000, 'where_needed', 'fund_only', $3, '2026-01-05', $4)`,
    [account.accountId, charityId, randomUUID(), randomUUID()],
  )
  const { reply } = await charityOf(charityId)
  expect(reply).toMatchObject({
    name: 'LAKESHORE CHAMBER PLAYERS',
    detailsWithheld: true,
    canBeSelected: false,
  })
})

test('adds a charity to the list and removes it, and ignores a repeat (§4)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  expect((await setList(charityId, true)).reply).toEqual({ charityId, inCharityList: true })
  expect((await setList(charityId, true)).status).toBe(200)
  expect((await listOf()).reply.data.map(row => row.charityId)).toEqual([charityId])
  expect((await charityOf(charityId)).reply.inCharityList).toBe(true)
  expect((await setList(charityId, false)).reply).toEqual({ charityId, inCharityList: false })
  expect((await setList(charityId, false)).status).toBe(200)
  expect((await listOf()).reply).toEqual({ data: [], meta: { total: 0, next: null } })
})

test('lists which charities can be selected (§13)', async () => {
  const fund = await makeAccount(portal.databases)
  const person = await personOn(fund, 'joint_donor')
  const good = await makeCharity(portal.databases, { name: 'ASH TREE TRUST' })
  const left = await makeCharity(portal.databases, { name: 'BIRCH TREE TRUST', leftOn: '2026-10-01' })
  const refused = await makeCharity(portal.databases, { name: 'CEDAR TREE TRUST', foundation: '04' })
  for (const { charityId } of [refused, left, good]) await setList(charityId, true, person, fund.fundId)
  const { reply } = await listOf(person, fund.fundId)
  expect(reply.data.map(row => [row.name, row.canBeSelected, row.eligibility.outcome])).toEqual([
    ['ASH TREE TRUST', true, 'yes'],
    ['BIRCH TREE TRUST', true, 'person'],
    ['CEDAR TREE TRUST', false, 'no'],
  ])
})

test('lets a viewer read the list and the charity, but not change the list (§14)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  const viewer = await personOn(account, 'viewer')
  expect((await charityOf(charityId, viewer)).status).toBe(200)
  expect((await listOf(viewer)).status).toBe(200)
  const refused = await setList(charityId, true, viewer)
  expect(refused.problem).toMatchObject({ status: 400, title: 'Access denied.' })
})

test('finds no list of a fund of other people (§14)', async () => {
  const other = await makeAccount(portal.databases)
  const { charityId } = await makeCharity(portal.databases)
  expect((await listOf(donor, other.fundId)).status).toBe(404)
  expect((await charityOf(charityId, donor, other.fundId)).status).toBe(404)
  expect((await setList(charityId, true, donor, other.fundId)).status).toBe(404)
})

test('returns the charity number as tax id in a UK book (§2.7)', async () => {
  const fund = await makeAccount(portal.databases, { book: 'rathbones' })
  const person = await personOn(fund, 'donor')
  const { charityId, number } = await makeCharity(portal.databases, { register: 'uk' })
  const { reply } = await charityOf(charityId, person, fund.fundId)
  expect(reply).toMatchObject({ taxId: number, cause: null, canBeSelected: true })
})

test('returns 401 to a request without a session (§7)', async () => {
  const { status } = await portal.call(listCharityList, { params: { fundId: account.fundId } })
  expect(status).toBe(401)
})
