import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { growthOfQueries } from '../../../../testing/count-queries.ts'
import { type MadeCharity, makeCharity } from '../../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../../testing/factories/make-fund.ts'
import { basketCalls } from '../../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../../testing/grants/make-draft.ts'
import { uploadGrants } from '../drafts.contract.ts'

const waiting = { ...npt, name: 'waiting', overBalance: 'wait-for-funds' as const }
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clients: { npt, waiting } })
})
afterAll(() => portal.close())

/** A fund with a basket of one grant to each of these charities, as often as it says. */
async function makeBasket(
  charities: readonly MadeCharity[],
  times = 1,
  { client = 'npt', balanceMinor = 50_000_000_00n } = {},
) {
  const made = await makeFund(portal, { balanceMinor })
  const session = await portal.sessionFor(made.donor.user, { client })
  const fund = { ...made, donor: { ...made.donor, session } }
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
  return {
    submit: async () => (await calls.submit(basket)).status,
    grants: calls.grants,
    /** How many of its grants wait for funds. */
    waiting: async (): Promise<number> => {
      const { rows } = await portal.database.admin.query(
        `select count(*)::int as waiting from grant_recommendation where account_id = $1 and review_state = 'waiting_for_funds'`,
        [fund.accountId],
      )
      return rows[0].waiting
    },
  }
}

const makeCharities = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeCharity(portal.databases)))

test('gathering drafts into a basket asks the same number of times for five and for fifty, new ones and known ones', async () => {
  const charities = await makeCharities(1)
  const [charity] = charities
  if (!charity) throw new Error('a draft needs a charity')
  const gatheringOf = (isKnown: boolean) => async (count: number) => {
    const fund = await makeFund(portal)
    const calls = basketCalls(portal, fund, charity)
    const drafts = Array.from({ length: count }, () => ({ draftId: randomUUID(), content: draftOf(charity) }))
    if (isKnown) for (const { draftId } of drafts) expect((await calls.save(draftId, 0)).status).toBe(200)
    return async () => {
      expect((await calls.gather(drafts)).reply).toMatchObject({ rows: count })
    }
  }
  expect(await growthOfQueries([5, 50], gatheringOf(false))).toBe(0)
  expect(await growthOfQueries([5, 50], gatheringOf(true))).toBe(0)
})

test('an upload of a spreadsheet asks the same number of times for four grants and for forty', async () => {
  const growth = await growthOfQueries([4, 40], async count => {
    const charities = await makeCharities(count)
    return async () => {
      await makeBasket(charities)
    }
  })
  expect(growth).toBe(0)
})

test('a basket of which half has to wait for funds asks the same number of times for four grants and for forty', async () => {
  const growth = await growthOfQueries([4, 40], async count => {
    const basket = await makeBasket(await makeCharities(count), 1, {
      client: 'waiting',
      balanceMinor: BigInt(count / 2) * 250_00n,
    })
    return async () => {
      expect(await basket.submit()).toBe(200)
      expect(await basket.waiting()).toBe(count / 2)
    }
  })
  expect(growth).toBe(0)
})

test('the submission of a basket asks the same number of times for four charities and for forty', async () => {
  const growth = await growthOfQueries([4, 40], async count => {
    const basket = await makeBasket(await makeCharities(count))
    return async () => {
      expect(await basket.submit()).toBe(200)
    }
  })
  expect(growth).toBe(0)
})

test('more baskets at once than the pool has connections are all submitted', async () => {
  const charities = await makeCharities(10)
  // More than a hundred rows, so that the progress is written meanwhile.
  const baskets = await Promise.all(Array.from({ length: 6 }, () => makeBasket(charities, 11)))
  expect(await Promise.all(baskets.map(basket => basket.submit()))).toEqual([200, 200, 200, 200, 200, 200])
  for (const basket of baskets) expect((await basket.grants())?.count).toBe(110)
})
