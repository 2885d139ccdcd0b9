import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { basketCalls } from '../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import { schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { listDrafts, uploadGrants } from '../baskets/drafts.contract.ts'
import { getDueGrants, listSchedules } from '../schedules/schedules.contract.ts'

const clock = testClock('2024-11-20T15:00:00Z')
const limit = npt.maxAmountMinor
let portal: TestApp
let fund: MadeFund
let charity: MadeCharity

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 20_000_00n })
  charity = await makeCharity(portal.databases)
})

const params = () => ({ fundId: fund.fundId })
const as = () => ({ as: fund.donor.session })
const calls = () => basketCalls(portal, fund, charity)

test('answers every page of a fund with ten schedules and twelve drafts of the largest amount', async () => {
  const terms = scheduleTerms(charity.charityId, { amountMinor: limit, frequency: 'yearly' })
  for (let count = 0; count < 10; count += 1) expect((await schedule(portal, fund, terms)).status).toBe(200)
  const drafts = Array.from({ length: 12 }, () => ({
    draftId: randomUUID(),
    content: draftOf(charity, { amountMinor: limit }),
  }))
  expect((await calls().gather(drafts)).status).toBe(200)
  const listed = await portal.call(listDrafts, { params: params() }, as())
  expect(listed.reply.baskets).toMatchObject([{ totalMinor: 12n * limit }])
  expect((await portal.call(listSchedules, { params: params() }, as())).status).toBe(200)
  expect((await portal.call(getDueGrants, { params: params() }, as())).status).toBe(200)
  // Adds up what the donor recommended and scheduled within 24 hours.
  expect((await recommend(portal, fund, recommendation(charity.charityId))).status).toBe(200)
})

test('says of each amount of a file that was not read why it was not', async () => {
  const rows = ['£300', '300 USD', 'US$300', 'CHF 300', '300 €', '1000000000.01', '1e400', '9'.repeat(30)]
  const text = `Tax ID,Amount\n${rows.map(amount => `${charity.number},${amount}`).join('\n')}\n`
  const { reply } = await portal.call(
    uploadGrants,
    { params: params(), query: { name: 'grants.csv' }, upload: new Uint8Array(Buffer.from(text)) },
    as(),
  )
  const shown = (await calls().show(reply.basketId)).rows
  expect(shown.map(row => row.errors.map(({ message }) => message))).toEqual([
    ['“£300” is in another currency. Enter an amount in US dollars'],
    [],
    [],
    ['“CHF 300” is in another currency. Enter an amount in US dollars'],
    ['“300 €” is in another currency. Enter an amount in US dollars'],
    ['Enter at most $1,000,000,000.00'],
    ['“1e400” is not an amount'],
    ['Enter at most $1,000,000,000.00'],
  ])
})

test('does not read a column of amounts whose heading names another currency', async () => {
  const { problem } = await portal.call(
    uploadGrants,
    {
      params: params(),
      query: { name: 'grants.csv' },
      upload: new Uint8Array(Buffer.from(`Tax ID,Amount (GBP)\n${charity.number},300\n`)),
    },
    as(),
  )
  expect(problem?.errors).toHaveProperty('file')
})
