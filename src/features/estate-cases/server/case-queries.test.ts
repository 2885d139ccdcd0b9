import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { countQueries } from '../../../testing/count-queries.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'

let portal: TestApp
let one: Person
let two: Person

beforeAll(async () => {
  portal = await startTestApp()
  one = await makeStaff(portal)
  two = await makeStaff(portal)
})
afterAll(() => portal.close())

async function countConfirmation(shares: number): Promise<number> {
  const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
  const charities = await Promise.all(Array.from({ length: shares }, () => makeCharity(portal.databases)))
  await makeLegacyPlan(
    portal,
    fund,
    charities.map(({ charityId, name }) => ({
      name,
      charity_id: charityId,
      shareHundredths: 10_000 / shares,
    })),
  )
  const calls = caseCalls(portal, () => ({ one, two }))
  return await countQueries(async () => {
    expect((await calls.confirmedDeath(fund)).shares).toHaveLength(shares)
  })
}

test('the confirmation of a case asks the same number of times for two charities and for twenty', async () => {
  expect(await countConfirmation(20)).toBe(await countConfirmation(2))
})
