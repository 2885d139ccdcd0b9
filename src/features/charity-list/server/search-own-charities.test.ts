import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { searchOwnCharities, setCharityList } from '../charity-list.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const addToList = (charityId: string, { fundId, donor }: MadeFund) =>
  portal.call(
    setCharityList,
    {
      params: { fundId },
      body: { data: { type: 'command', attributes: { charityId, inCharityList: true } } },
    },
    { as: donor.session },
  )

test('finds the charities of a fund’s list by name, and none of another fund or of strangers (§2.2)', async () => {
  const fund = await makeFund(portal)
  const own = await makeCharity(portal.databases, { name: 'TALLOW CANDLE MUSEUM' })
  const stranger = await makeCharity(portal.databases, { name: 'TALLOW CANDLE MUSEUM' })
  const others = await makeFund(portal)
  await addToList(own.charityId, fund)
  await addToList(stranger.charityId, others)
  const ownOf = (keywords: string, { session } = fund.donor) =>
    portal.call(
      searchOwnCharities,
      { params: { fundId: fund.fundId }, query: { keywords } },
      { as: session, fundId: fund.fundId },
    )
  for (const keywords of ['tallow candle museum', 'museum of tallow', 'tallow cnadle'])
    expect(
      (await ownOf(keywords)).reply.data.map(row => row.charityId),
      keywords,
    ).toEqual([own.charityId])
  expect((await ownOf('tallow zzyzzq')).reply.data).toEqual([])
  expect((await ownOf('tallow', others.donor)).status).toBe(404)
})
