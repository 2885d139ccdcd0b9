import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../../testing/factories/make-contribution.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { getContributionYears } from '../fund-contributions.contract.ts'

const client = 'npttransatlantic'
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const elsewhereOf = async (fundId: number, currency: string, as: TestSession, at = client) => {
  const about = { as, client: at, fundId, headers: { 'x-currency': currency } }
  const { status, reply } = await portal.call(getContributionYears, { params: { fundId } }, about)
  expect(status).toBe(200)
  return reply.elsewhere
}

test('the years of a donor’s account in the other book are read beside it, by those who may see both', async () => {
  const pounds = await makeAccount(portal.databases, { book: 'nptuk' })
  const dollars = await makeAccount(portal.databases, { book: 'nptukusd', accountName: 'Heron Dollars' })
  const another = await makeAccount(portal.databases, { book: 'nptukusd' })
  await makeContribution(portal.databases, dollars, 7_500_00n)
  await makeContribution(portal.databases, another, 1_00n)
  const make = () => makeUser(portal.databases, { realm: 'nptuk' })
  const [donor, advisor, stranger] = [await make(), await make(), await make()]
  for (const account of [pounds, dollars]) await makeRelationship(portal.databases, account, { user: donor })
  await makeRelationship(portal.databases, another, { user: donor, role: 'viewer' })
  await makeRelationship(portal.databases, another, { user: stranger })
  await makeRelationship(portal.databases, pounds, { user: stranger, role: 'joint_donor' })
  await makeRelationship(portal.databases, pounds, { user: advisor, role: 'primary_advisor' })

  const session = await portal.sessionFor(donor, { client })
  // Where the donor only looks on, somebody else gives: their co-donor's account is theirs alone to see.
  expect(await elsewhereOf(pounds.fundId, 'GBP', session)).toMatchObject([
    {
      fundId: dollars.fundId,
      accountName: 'Heron Dollars (Active)',
      currency: 'USD',
      calendar: [{ year: 2026, amountMinor: 7_500_00n, contributions: 1 }],
      british: [{ year: 2025, amountMinor: 7_500_00n, contributions: 1 }],
    },
    { fundId: another.fundId, currency: 'USD' },
  ])
  expect(await elsewhereOf(dollars.fundId, 'USD', session)).toMatchObject([
    { fundId: pounds.fundId, currency: 'GBP', calendar: [], british: [] },
  ])
  const ofAdvisor = await portal.sessionFor(advisor, { client })
  expect(await elsewhereOf(pounds.fundId, 'GBP', ofAdvisor)).toEqual([])
  const ofStranger = await portal.sessionFor(stranger, { client })
  expect((await elsewhereOf(pounds.fundId, 'GBP', ofStranger)).map(({ fundId }) => fundId)).toEqual([
    another.fundId,
  ])
  const atOneBook = await portal.sessionFor(donor, { client: 'nptuk' })
  expect(await elsewhereOf(pounds.fundId, 'GBP', atOneBook, 'nptuk')).toEqual([])
})
