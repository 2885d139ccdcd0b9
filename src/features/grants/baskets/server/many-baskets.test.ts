import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { countQueries } from '../../../../testing/count-queries.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../../testing/factories/make-fund.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { uploadGrants } from '../drafts.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

/** A fund with a basket of one grant to each of these charities, as often as it says. */
async function makeBasket(charities: readonly MadeCharity[], times = 1) {
  const fund = await makeFund(portal, { balanceMinor: 50_000_000_00n })
  const rows = Array.from({ length: times }, (_none, round) =>
    charities.map(({ number, name }) => `${number},${name},${250 + round},,\n`),
  )
  const text = `Tax ID,Charity name,Amount,Purpose,Named to the charity\n${rows.flat().join('')}`
  const { reply } = await portal.call(
    uploadGrants,
    {
      params: { fundId: fund.fundId },
      query: { name: 'grants.csv', naming: 'fund_only' },
      upload: new Uint8Array(Buffer.from(text)),
    },
    { as: fund.donor.session },
  )
  const [charity] = charities
  if (!charity) throw new Error('a basket needs a charity')
  const calls = basketCalls(portal, fund, charity)
  const { basket } = await calls.show(reply.basketId)
  return { submit: async () => (await calls.submit(basket)).status, grants: calls.grants }
}

const makeCharities = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeCharity(portal.databases)))

test('the submission of a basket asks the same number of times for three charities and for forty', async () => {
  const counts: number[] = []
  for (const charities of [await makeCharities(3), await makeCharities(40)]) {
    const basket = await makeBasket(charities)
    counts.push(
      await countQueries(async () => {
        expect(await basket.submit()).toBe(200)
      }),
    )
  }
  expect(counts[1]).toBe(counts[0])
})

test('more baskets at once than the pool has connections are all submitted', async () => {
  const charities = await makeCharities(10)
  // More than a hundred rows, so that the progress is written meanwhile.
  const baskets = await Promise.all(Array.from({ length: 6 }, () => makeBasket(charities, 11)))
  expect(await Promise.all(baskets.map(basket => basket.submit()))).toEqual([200, 200, 200, 200, 200, 200])
  for (const basket of baskets) expect((await basket.grants())?.count).toBe(110)
})
