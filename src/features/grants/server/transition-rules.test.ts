import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { dateOf } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { listGrants } from '../grants.contract.ts'
import { transitionGrant } from './transition-grant.ts'
import type { GrantTransition } from './transition-rule.ts'

let portal: TestApp
let calls: ReturnType<typeof grantCalls>
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  calls = grantCalls(portal)
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(() => portal.close())

const today = () => dateOf(portal.clock.now(), npt.timeZone)
const move = (fund: MadeFund, grantId: string, about: Omit<GrantTransition, 'grantId' | 'actor'>) =>
  transitionGrant(
    portal.databases.book('npt'),
    fund.accountId,
    { grantId, actor: { userId: payer.user.userId, name: 'Prudence Gale', side: 'sponsor' }, ...about },
    {
      client: npt,
      book: npt.book,
      today: today(),
      now: portal.clock.now(),
      requireVerification: () => {},
    },
  )

async function paidGrant(fund: MadeFund): Promise<string> {
  const grantId = await makeGrant(portal, fund, { amountMinor: 1_000_00n, approvedBy: approver })
  await payGrant(portal, grantId, payer)
  return grantId
}
const returnOf = (returnedMinor?: bigint) =>
  ({
    transition: 'return',
    message: 'The charity sent it back',
    ...(returnedMinor && { returnedMinor }),
    bankReturn: { reference: null, on: today(), isAnother: true, remainingMinor: null },
  }) as const

describe('returns', () => {
  test('accepts several partial returns and reports the amount returned (§13)', async () => {
    const fund = await makeFund(portal)
    const grantId = await paidGrant(fund)
    await move(fund, grantId, returnOf(300_00n))
    expect(await calls.read(grantId, fund)).toMatchObject({
      transactionStatusCode: 9,
      state: 'Partly returned',
      outcome: 'partly_returned',
      returnedMinor: 300_00n,
    })
    await move(fund, grantId, returnOf(200_00n))
    expect(await calls.read(grantId, fund)).toMatchObject({
      state: 'Partly returned',
      returnedMinor: 500_00n,
    })
    await move(fund, grantId, returnOf(500_00n))
    const returned = await calls.read(grantId, fund)
    expect(returned).toMatchObject({ state: 'Returned', outcome: 'returned', returnedMinor: 1_000_00n })
    expect(returned.steps.slice(-3).map(({ state }) => state)).toEqual([
      'Partly returned',
      'Partly returned',
      'Returned',
    ])
    expect((await calls.balances(fund)).availableMinor).toBe(10_000_00n)
    await expect(move(fund, grantId, returnOf(1n))).rejects.toMatchObject({ code: 'conflict' })
    expect((await calls.balances(fund)).availableMinor).toBe(10_000_00n)
  })

  test('refuses to return more than the charity still has, also with concurrent requests', async () => {
    const fund = await makeFund(portal)
    const grantId = await paidGrant(fund)
    await move(fund, grantId, returnOf(300_00n))
    for (const amount of [700_01n, 0n, -1n])
      await expect(move(fund, grantId, { ...returnOf(1n), returnedMinor: amount })).rejects.toMatchObject({
        errors: { returnedMinor: expect.anything() },
      })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => move(fund, grantId, returnOf(200_00n))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await calls.read(grantId, fund)).toMatchObject({
      returnedMinor: 900_00n,
      state: 'Partly returned',
    })
    expect((await calls.balances(fund)).availableMinor).toBe(9_900_00n)
  })

  test('refuses a return without an amount', async () => {
    const fund = await makeFund(portal)
    const grantId = await paidGrant(fund)
    await expect(move(fund, grantId, returnOf())).rejects.toMatchObject({
      errors: { returnedMinor: expect.anything() },
    })
    expect((await calls.read(grantId, fund)).state).toBe('Paid')
  })
})

describe('the outcome of statuses 7 and 9 (§13)', () => {
  test('is rejected, or cancelled before payment after a void', async () => {
    const fund = await makeFund(portal)
    const rejected = await makeGrant(portal, fund)
    await calls.reject(rejected, approver.session, 'No')
    const voided = await makeGrant(portal, fund, { amountMinor: 300_00n, approvedBy: approver })
    await move(fund, voided, { transition: 'void', message: 'The bank details could not be confirmed' })
    for (const [grantId, state] of [
      [rejected, 'Rejected'],
      [voided, 'Canceled before payment'],
    ] as const)
      expect(await calls.read(grantId, fund)).toMatchObject({ transactionStatusCode: 7, state })
  })

  test('is voided after payment, with the whole amount available again', async () => {
    const fund = await makeFund(portal)
    const { charityId } = await makeCharity(portal.databases)
    const grantId = await makeGrant(portal, fund, { charityId, approvedBy: approver })
    await payGrant(portal, grantId, payer)
    await move(fund, grantId, { transition: 'void-payment', message: 'The cheque was not cashed in time' })
    expect(await calls.read(grantId, fund)).toMatchObject({ transactionStatusCode: 9, state: 'Voided' })
    expect(await calls.balances(fund)).toMatchObject({ availableMinor: 10_000_00n, pendingMinor: 0n })
    const { reply } = await portal.call(
      listGrants,
      { params: { fundId: fund.fundId }, query: { charityId } },
      { as: fund.donor.session },
    )
    expect(reply).toMatchObject({
      data: [{ grantId, state: 'Voided', outcome: 'payment_voided' }],
      meta: { aggregate: { paidMinor: 0n, pendingMinor: 0n } },
    })
  })
})

describe('unknown input', () => {
  test.each(['settle', '__proto__', 'constructor', ''])(
    'refuses the unknown transition "%s"',
    async transition => {
      const fund = await makeFund(portal)
      const grantId = await makeGrant(portal, fund)
      const result = move(fund, grantId, { transition: transition as never, message: 'x' })
      await expect(result).rejects.toMatchObject({ code: 'validation' })
      expect((await calls.read(grantId, fund)).steps).toHaveLength(1)
    },
  )

  test.each(['approve', 'cancel', 'reject', 'ask-information'] as const)(
    'finds no grant of another fund to %s',
    async transition => {
      const [own, other] = [await makeFund(portal), await makeFund(portal)]
      const grantId = await makeGrant(portal, other)
      await expect(move(own, grantId, { transition, message: 'x', reason: 'x' })).rejects.toMatchObject({
        code: 'not-found',
      })
      expect((await calls.read(grantId, other)).state).toBe('Recommended')
    },
  )
})
