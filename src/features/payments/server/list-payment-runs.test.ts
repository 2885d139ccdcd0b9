import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity, registerOf } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeBankDetails } from '../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { listPaymentRuns } from '../payments.contract.ts'

let world: PaymentFixture
beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** An approved grant to a charity of this name; its charity is paid by transfer. */
async function approvedTo(name: string, amountMinor: bigint): Promise<void> {
  const { charityId } = await makeCharity(world.portal.databases, { name, register: registerOf('npt') })
  await makeCharityProfile(world.portal.databases, charityId, { default_payment_type_code: 16 })
  await makeBankDetails(world.portal, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  await world.approved(charityId, amountMinor)
}

async function threePayments(): Promise<string> {
  await approvedTo('O’Hara Choir', 300_00n)
  await approvedTo('Birch Park', 700_00n)
  await approvedTo('Alder Museum', 500_00n)
  return await world.createdRun()
}

test('runs are found by their number and by a charity in them, and sorted by their day', async () => {
  const runId = await threePayments()
  const { runNumber } = (await world.calls.read(runId, world.one)).reply
  const read = async (query: object) =>
    (await world.portal.call(listPaymentRuns, { query }, { as: world.one.session })).reply
  for (const keywords of [String(runNumber), 'alder'])
    expect((await read({ keywords, first: 1 })).data[0]?.runId).toBe(runId)
  expect((await read({ keywords: 'no such charity' })).meta).toMatchObject({ total: 0, next: null })
  await world.approved(await world.transferCharity())
  const later = await world.createdRun()
  const all = await read({ first: 500, sort: 'runNumber' })
  expect(all.data.at(-1)?.runId).toBe(later)
  const page = await read({ first: 1 })
  expect(page.data.map(run => run.runId)).toEqual([later])
  const next = await read({ first: 1, after: page.meta.next })
  expect(next.data.map(run => run.runId)).toEqual([runId])
  expect((await read({ first: 500, sort: 'paymentOn' })).data.map(run => run.paymentOn)).toEqual(
    all.data.map(run => run.paymentOn).toSorted(),
  )
})

test('the runs that a search finds are exported', async () => {
  const runId = await threePayments()
  const { runNumber } = (await world.calls.read(runId, world.one)).reply
  const csvOf = async (path: string, query: Record<string, string>) => {
    const url = `/api/payment-runs${path}?${new URLSearchParams({ format: 'csv', ...query })}`
    const { headers } = world.one.session
    const { body } = await world.portal.app.inject({ url, headers: { host: hostOf('npt'), ...headers } })
    return body.trim().split('\r\n')
  }
  const runs = await csvOf('/export', { keywords: String(runNumber) })
  expect(runs[1]).toMatch(new RegExp(`^${runNumber},Transfers,2026-03-17,Awaiting approval,3,1500.00,`))
})
