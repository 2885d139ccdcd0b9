import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { growthOfQueries } from '../../../testing/count-queries.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'

let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof caseCalls>

beforeAll(async () => {
  portal = await startTestApp()
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  calls = caseCalls(portal, () => ({ one, two }))
})
afterAll(() => portal.close())

const charities = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeCharity(portal.databases)))
const growth = (prepare: (shares: number) => Promise<() => Promise<unknown>>) =>
  growthOfQueries([2, 20], prepare)

/** A fund whose plan names charities in equal shares. */
async function fundForCharities(shares: number): Promise<MadeFund> {
  const fund = await makeFund(portal, { balanceMinor: 100_000_00n })
  const named = (await charities(shares)).map(({ charityId, name }) => ({
    name,
    charity_id: charityId,
    shareHundredths: 10_000 / shares,
  }))
  await makeLegacyPlan(portal, fund, named)
  return fund
}

test('opening a case asks the same number of times for two recipients and for twenty', async () => {
  const grown = await growth(async shares => {
    const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
    const named = (await charities(shares)).map(({ charityId }) => ({
      charityId,
      toFundId: null,
      shareHundredths: 10_000 / shares,
    }))
    return async () => {
      expect((await calls.openClosing(fund, named)).reply.shares).toHaveLength(shares)
    }
  })
  expect(grown).toBe(0)
})

test('the confirmation of a case asks the same number of times for two charities and for twenty', async () => {
  const grown = await growth(async shares => {
    const fund = await fundForCharities(shares)
    return async () => {
      expect((await calls.confirmedDeath(fund)).shares).toHaveLength(shares)
    }
  })
  expect(grown).toBe(0)
})

test('the confirmation of a case asks the same number of times for two people to invite and for twenty', async () => {
  const grown = await growth(async shares => {
    const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
    const people = Array.from({ length: shares }, (_none, index) => ({
      name: `Heir ${index}`,
      email: `heir-${index}@people.example`,
      shareHundredths: 10_000 / shares,
    }))
    await makeLegacyPlan(portal, fund, people)
    return async () => {
      expect((await calls.confirmedDeath(fund)).shares).toHaveLength(shares)
    }
  })
  expect(grown).toBe(0)
})

test('a distribution asks the same number of times for two grants and for twenty', async () => {
  const grown = await growth(async shares => {
    const { caseId } = await calls.confirmedDeath(await fundForCharities(shares))
    return async () => {
      const { reply } = await calls.distribute(caseId)
      expect(reply.shares.map(({ paidMinor }) => paidMinor)).toEqual(
        Array.from({ length: shares }, () => 100_000_00n / BigInt(shares)),
      )
    }
  })
  expect(grown).toBe(0)
})

test('a distribution asks the same number of times for two transfers and for twenty', async () => {
  const grown = await growth(async shares => {
    const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
    const receivers = await Promise.all(Array.from({ length: shares }, () => makeFund(portal)))
    const named = receivers.map(({ fundId }) => ({
      charityId: null,
      toFundId: fundId,
      shareHundredths: 10_000 / shares,
    }))
    const { caseId } = (await calls.openClosing(fund, named)).reply
    await calls.confirm(caseId)
    return async () => {
      expect((await calls.distribute(caseId)).status).toBe(200)
    }
  })
  expect(grown).toBe(0)
})

test('handing over a fund asks the same number of times for two people who leave and for twenty', async () => {
  const grown = await growth(async people => {
    const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
    for (let person = 0; person < people; person += 1)
      await makeRelationship(portal.databases, fund, { role: 'viewer', name: `Viewer ${person}` })
    await makeLegacyPlan(portal, fund, [
      { name: 'Wanda Reed', email: 'wanda@people.example', shareHundredths: 10_000 },
    ])
    const { caseId, shares } = await calls.confirmedDeath(fund)
    const token = await calls.linkOf(fund, shares[0]?.shareId ?? '')
    expect((await calls.accept(token)).status).toBe(200)
    return async () => {
      expect((await calls.handOver(caseId)).status).toBe(200)
      const { rows } = await portal.database.admin.query(
        `select count(*)::int as ended from account_relationship
          where account_id = $1 and account_role_code = 'viewer' and ended_at is not null`,
        [fund.accountId],
      )
      expect(rows).toEqual([{ ended: people }])
    }
  })
  expect(grown).toBe(0)
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
