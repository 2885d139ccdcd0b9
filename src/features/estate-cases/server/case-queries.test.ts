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

test('a case names who opened it, and marks them once their access has ended', async () => {
  const leaver = await makeStaff(portal, { firstName: 'Olive', lastName: 'Tern' })
  const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
  const { caseId } = await caseCalls(portal, () => ({ one: leaver, two })).confirmedDeath(fund)
  const calls = caseCalls(portal, () => ({ one, two }))
  const namesOf = async () => {
    const { openedByName, confirmedByName, events } = await calls.show(caseId)
    const listed = (await calls.list()).find(row => row.caseId === caseId)?.openedByName
    return [openedByName, listed, confirmedByName, events[0]?.byName]
  }
  expect(await namesOf()).toEqual(['Olive Tern', 'Olive Tern', 'Prudence Gale', 'Olive Tern'])
  await portal.database.admin.query('update app_user set has_access = false where user_id = $1', [
    leaver.user.userId,
  ])
  const marked = 'Olive Tern (no longer has access)'
  expect(await namesOf()).toEqual([marked, marked, 'Prudence Gale', marked])
})
