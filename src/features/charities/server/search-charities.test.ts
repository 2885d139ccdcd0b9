import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { searchCharities } from '../charities.contract.ts'

let portal: TestApp
let donor: TestSession
beforeAll(async () => {
  portal = await startTestApp()
  donor = await donorOn(await makeAccount(portal.databases))
})
afterAll(() => portal.close())

async function donorOn(account: MadeAccount): Promise<TestSession> {
  const user = await makeUser(portal.databases, { realm: account.book })
  await makeRelationship(portal.databases, account, { user, role: 'donor' })
  return await portal.sessionFor(user)
}

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
    'Food, agriculture, and nutrition',
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
  const person = await donorOn(fund)
  await makeCharity(portal.databases, { name: 'ORCHARD FIELDS' })
  const uk = await makeCharity(portal.databases, { register: 'uk', name: 'Orchard Fields Trust' })
  const { reply } = await search('orchard fields', { as: person })
  expect(reply.data.map(row => row.charityId)).toEqual([uk.charityId])
})

test('returns nothing for an empty search, and rejects an invalid one (§13)', async () => {
  expect((await search('  ')).reply.data).toEqual([])
  expect((await search('harbor', { state: 'Penn' })).problem.errors).toHaveProperty('state')
})

test('shows a charity that staff rejected after one of the same name that can be selected (§13)', async () => {
  const large = { name: 'WICKER BASKET SCHOOL', assetsWholeUnits: '9000000' }
  const rejected = await makeCharity(portal.databases, large)
  const accepted = await makeCharity(portal.databases, { name: 'WICKER BASKET SCHOOL' })
  await makeCharityProfile(portal.databases, rejected.charityId, { party_grantee_status: 'Rejected' })
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
