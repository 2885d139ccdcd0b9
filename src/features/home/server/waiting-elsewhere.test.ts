import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { askInformation } from '../../../testing/grants/ask-information.ts'
import { basketCalls } from '../../../testing/grants/basket-calls.ts'
import { draftOf } from '../../../testing/grants/make-draft.ts'
import { getHome } from '../home.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const home = async (fund: MadeFund, as: TestSession = fund.donor.session) =>
  (await portal.call(getHome, { params: { fundId: fund.fundId } }, { as })).reply

test('names the person’s other accounts where a signature or an answer waits, and no other', async () => {
  const [here, there, quiet] = [await makeFund(portal), await makeFund(portal), await makeFund(portal)]
  const { user, session } = here.donor
  for (const account of [there, quiet])
    await makeRelationship(portal.databases, account, { user, role: 'donor' })
  const stranger = await makeFund(portal)
  const viewed = await makeFund(portal)
  await makeRelationship(portal.databases, viewed, { user, role: 'viewer' })
  const former = await makeFund(portal)
  await makeRelationship(portal.databases, former, { user, role: 'joint_donor', endedAt: new Date() })
  for (const fund of [here, there, viewed, former, stranger])
    await makeExpectedContribution(portal, fund, { userId: user.userId, isPending: true })
  await makeExpectedContribution(portal, there, { userId: there.donor.user.userId, isPending: true })
  for (const fund of [there, viewed, former, stranger])
    await askInformation(portal, fund, await makeGrant(portal, fund), 'Which campus?')

  const { elsewhere, documentsToSign } = await home(here)
  expect(documentsToSign).toBe(1)
  expect(elsewhere.total).toBe(1)
  expect(elsewhere.accounts).toEqual([
    {
      fundId: there.fundId,
      currency: 'USD',
      accountName: expect.stringContaining(`${there.fundId}`),
      documentsToSign: 1,
      questions: 1,
    },
  ])
  expect((await home(there, session)).elsewhere.accounts).toMatchObject([
    { fundId: here.fundId, documentsToSign: 1, questions: 0 },
  ])
  expect((await home(stranger)).elsewhere).toEqual({ total: 0, accounts: [] })
})

test('counts drafts and baskets that were not submitted, for people who may continue them', async () => {
  const fund = await makeFund(portal)
  const viewer = await makePersonOf(portal, fund, 'viewer')
  expect((await home(fund)).drafts).toBe(0)
  const charity = await makeCharity(portal.databases)
  const calls = basketCalls(portal, fund, charity)
  await calls.save(randomUUID(), 0)
  expect((await home(fund)).drafts).toBe(1)
  const inBasket = [1, 2].map(() => ({ draftId: randomUUID(), content: draftOf(charity) }))
  expect((await calls.gather(inBasket)).status).toBe(200)
  // One draft, and one basket of two.
  expect((await home(fund)).drafts).toBe(2)
  expect((await home(fund, viewer.session)).drafts).toBeNull()
  const other = await makeFund(portal)
  expect((await home(other)).drafts).toBe(0)
})
