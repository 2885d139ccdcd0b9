import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { searchFundCharities, setCharityList } from '../charity-list.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const search = async (
  fund: MadeFund,
  keywords: string,
  { first = 10, after, state }: { first?: number; after?: string; state?: string } = {},
) => {
  const { reply } = await portal.call(
    searchFundCharities,
    {
      params: { fundId: fund.fundId },
      query: { keywords, first, ...(after ? { after } : {}), ...(state ? { state } : {}) },
    },
    { as: fund.donor.session, fundId: fund.fundId },
  )
  return {
    ids: reply.data.map(({ charityId }) => charityId),
    next: reply.meta.next,
    matches: reply.meta.matches,
  }
}

test('the fund’s own charities come first, page by page, and each once (§13)', async () => {
  const fund = await makeFund(portal)
  const named = (name: string, more = {}) => makeCharity(portal.databases, { name, ...more })
  const exact = await named('OSIER BASKET GUILD')
  const listed = await named('OSIER BASKET GUILD OF THE LOWER VALLEY')
  const granted = await named('FRIENDS OF THE OSIER BASKET WEAVERS OF UPPER ELSEWICK', { state: 'VT' })
  const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => named('OSIER BASKET TRUST')))
  await portal.call(
    setCharityList,
    {
      params: { fundId: fund.fundId },
      body: { data: { type: 'command', attributes: { charityId: listed.charityId, inCharityList: true } } },
    },
    { as: fund.donor.session },
  )
  await recommend(portal, fund, recommendation(granted.charityId))

  const own = new Set([listed.charityId, granted.charityId])
  const whole = await search(fund, 'osier basket')
  expect(new Set(whole.ids.slice(0, 2))).toEqual(own)
  expect(new Set(whole.ids)).toEqual(
    new Set([...own, exact.charityId, ...others.map(({ charityId }) => charityId)]),
  )
  expect(whole.ids).toHaveLength(9)

  const pages: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await search(fund, 'osier basket', { first: 4, ...(after ? { after } : {}) })
    pages.push(...page.ids)
    if (page.next === null) break
    after = page.next
  }
  expect(pages).toEqual(whole.ids)

  expect((await search(fund, 'osier basket', { state: 'VT' })).ids).toEqual([granted.charityId])
  // Another fund has the register’s order, in which the exact name comes first.
  expect((await search(await makeFund(portal), 'osier basket guild')).ids[0]).toBe(exact.charityId)
})

test('own charities that have only some of the words do not come before others that have all', async () => {
  const fund = await makeFund(portal)
  const own = await makeCharity(portal.databases, { name: 'TEASEL BRUSH WORKS' })
  const other = await makeCharity(portal.databases, { name: 'TEASEL COMB WORKS' })
  await recommend(portal, fund, recommendation(own.charityId))
  expect(await search(fund, 'teasel comb')).toMatchObject({ ids: [other.charityId], matches: 'all-words' })
  expect((await search(fund, 'teasel')).ids).toEqual([own.charityId, other.charityId])
})

test('nobody searches for a fund that they may not see', async () => {
  const fund = await makeFund(portal)
  const stranger = (await makeFund(portal)).donor
  const refused = await portal.call(
    searchFundCharities,
    { params: { fundId: fund.fundId }, query: { keywords: 'osier' } },
    { as: stranger.session, fundId: fund.fundId },
  )
  expect(refused.status).toBe(404)
})
