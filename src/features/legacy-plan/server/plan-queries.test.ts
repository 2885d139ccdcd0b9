import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { growthOfQueries } from '../../../testing/count-queries.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { person, planCalls } from '../../../testing/legacy-plan-calls.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const names = (count: number, version: number) =>
  Array.from({ length: count }, (_none, index) => `Heir ${version} ${index}`)
const successors = (count: number, ids: readonly string[] = []) =>
  names(count, ids.length).map((name, index) => person(name, 10_000 / count, ids[index] ?? null))

test('a first plan asks the same number of times for five successors and for fifty', async () => {
  const calls = planCalls(portal)
  const growth = await growthOfQueries([5, 50], async count => {
    const fund = await makeFund(portal)
    return async () => {
      expect((await calls.save(fund, successors(count))).status).toBe(200)
      expect((await calls.read(fund, fund.donor.session)).current?.shares).toHaveLength(count)
    }
  })
  expect(growth).toBe(0)
})

test('a plan that renames its successors asks the same number of times for five and for fifty', async () => {
  const calls = planCalls(portal)
  const growth = await growthOfQueries([5, 50], async count => {
    const fund = await makeFund(portal)
    await calls.save(fund, successors(count))
    const successorIds = async () =>
      (await calls.read(fund, fund.donor.session)).current?.shares.map(({ successorId }) => successorId) ?? []
    const ids = await successorIds()
    return async () => {
      expect((await calls.save(fund, successors(count, ids))).status).toBe(200)
      const { current } = await calls.read(fund, fund.donor.session)
      expect(current?.shares.map(({ name }) => name)).toEqual(names(count, ids.length))
      expect(await successorIds()).toEqual(ids)
    }
  })
  expect(growth).toBe(0)
})
