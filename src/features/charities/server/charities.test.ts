import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRole } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import {
  getFundCharity,
  listCharityList,
  searchCharities,
  searchOwnCharities,
  setCharityList,
} from '../charities.contract.ts'

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
    cause: 'Food, agriculture and nutrition',
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
  await portal.databases
    .book('npt')
    .insertInto('grant_recommendation')
    .values({
      account_id: account.accountId,
      charity_id: charityId,
      charity_name: 'LAKESHORE CHAMBER PLAYERS',
      amount_minor: 500_00n,
      purpose_code: 'where_needed',
      naming_code: 'fund_only',
      recommended_by: randomUUID(),
      recommended_on: '2026-01-05' as IsoDate,
      idempotency_key: randomUUID(),
    })
    .execute()
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

test('answers 401 to a request without a session (§7)', async () => {
  const { status } = await portal.call(listCharityList, { params: { fundId: account.fundId } })
  expect(status).toBe(401)
})

const search = (keywords: string, about: { as?: TestSession; state?: string; cause?: 'K' | 'A' } = {}) => {
  const { as = donor, ...filters } = about
  return portal.call(searchCharities, { query: { keywords, ...filters } }, { as })
}

test('finds a charity by name with one typing error in each word, by town and by tax id (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases, {
    name: 'LAMPLIGHTER READING ROOM',
    city: 'SCRANTON',
    charityId: 'US-EIN-240000017',
    number: '240000017',
  })
  for (const keywords of [
    'lamplighter',
    'lamplihgter readng',
    'lamplighter scranton',
    '24-0000017',
    '240000017',
  ]) {
    const { reply } = await search(keywords)
    expect(reply.data[0], keywords).toMatchObject({ charityId, taxId: '24-0000017', canBeSelected: true })
  }
})

test('filters a search by state and cause (§13)', async () => {
  await makeCharity(portal.databases, { name: 'MARIGOLD KITCHEN', state: 'OH', ntee: 'K35' })
  expect((await search('marigold', { state: 'OH' })).reply.data).toHaveLength(1)
  expect((await search('marigold', { state: 'PA' })).reply.data).toEqual([])
  expect((await search('marigold', { cause: 'K' })).reply.data[0]?.cause).toBe(
    'Food, agriculture and nutrition',
  )
  expect((await search('marigold', { cause: 'A' })).reply.data).toEqual([])
})

test('returns charities of the same name with address and tax id (§13)', async () => {
  const one = await makeCharity(portal.databases, { name: 'ST OSWALD PARISH', city: 'ERIE' })
  const other = await makeCharity(portal.databases, {
    name: 'ST OSWALD PARISH',
    city: 'ALTOONA',
    street: '9 HILL RD',
  })
  const { reply } = await search('st oswald parish')
  const found = reply.data.find(row => row.charityId === one.charityId)
  expect(found?.namesakes).toBe(1)
  expect(found?.sharesNameWith).toEqual([
    expect.objectContaining({ charityId: other.charityId, street: '9 HILL RD', city: 'ALTOONA' }),
  ])
})

test('finds an ineligible charity that cannot be selected (§13)', async () => {
  await makeCharity(portal.databases, { name: 'WILLOWMERE PRIVATE FOUNDATION', foundation: '04' })
  const { reply } = await search('willowmere')
  expect(reply.data[0]).toMatchObject({ canBeSelected: false, eligibility: { outcome: 'no' } })
})

test('finds only UK charities in a book in pounds (§13)', async () => {
  const fund = await makeAccount(portal.databases, { book: 'rathbones' })
  const person = await personOn(fund, 'donor')
  await makeCharity(portal.databases, { name: 'ORCHARD FIELDS' })
  const uk = await makeCharity(portal.databases, { register: 'uk', name: 'Orchard Fields Trust' })
  const { reply } = await search('orchard fields', { as: person })
  expect(reply.data.map(row => row.charityId)).toEqual([uk.charityId])
})

test('returns nothing for an empty search, and rejects an invalid one (§13)', async () => {
  expect((await search('  ')).reply.data).toEqual([])
  expect((await search('harbor', { state: 'Penn' })).problem.errors).toHaveProperty('state')
})

test('finds the charities of a fund’s list by name, and none of another fund or of strangers (§2.2)', async () => {
  const fund = await makeAccount(portal.databases)
  const person = await personOn(fund, 'donor')
  const own = await makeCharity(portal.databases, { name: 'TALLOW CANDLE MUSEUM' })
  const stranger = await makeCharity(portal.databases, { name: 'TALLOW CANDLE MUSEUM' })
  await setList(own.charityId, true, person, fund.fundId)
  await setList(stranger.charityId, true)
  const ownOf = async (keywords: string, as = person) => {
    const params = { params: { fundId: fund.fundId }, query: { keywords } }
    return await portal.call(searchOwnCharities, params, { as, fundId: fund.fundId })
  }
  for (const keywords of ['tallow candle museum', 'museum of tallow', 'tallow cnadle'])
    expect(
      (await ownOf(keywords)).reply.data.map(row => row.charityId),
      keywords,
    ).toEqual([own.charityId])
  expect((await ownOf('tallow zzyzzq')).reply.data).toEqual([])
  expect((await ownOf('tallow', donor)).status).toBe(404)
})

test('shows a charity that staff rejected after one of the same name that can be selected (§13)', async () => {
  const large = { name: 'WICKER BASKET SCHOOL', assetsWholeUnits: '9000000' }
  const rejected = await makeCharity(portal.databases, large)
  const accepted = await makeCharity(portal.databases, { name: 'WICKER BASKET SCHOOL' })
  await saveProfile(rejected.charityId, { party_grantee_status: 'Rejected' })
  const { reply } = await search('wicker basket school')
  expect(reply.data.map(row => [row.charityId, row.canBeSelected])).toEqual([
    [accepted.charityId, true],
    [rejected.charityId, false],
  ])
})

test('returns the results page by page, and says when no charity has all words (§13)', async () => {
  for (let count = 0; count < 3; count++) await makeCharity(portal.databases, { name: 'OSIER WEAVERS HALL' })
  const page = async (keywords: string, after?: string) =>
    (
      await portal.call(
        searchCharities,
        { query: { keywords, first: 2, ...(after === undefined ? {} : { after }) } },
        { as: donor },
      )
    ).reply
  const first = await page('osier weavers hall')
  const second = await page('osier weavers hall', first.meta.next ?? '')
  expect(new Set([...first.data, ...second.data].map(row => row.charityId)).size).toBe(3)
  expect(second.meta).toEqual({ matches: 'all-words', next: null })
  expect((await page('osier zzyzzq hall')).meta.matches).toBe('some-words')
  const { status } = await portal.call(searchCharities, { query: { after: 'b6' } }, { as: donor })
  expect(status).toBe(400)
})
