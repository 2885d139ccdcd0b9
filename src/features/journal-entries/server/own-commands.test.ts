import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { getSectionRows } from '../../fund-activity/fund-activity.contract.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { approveTransfer, requestTransfer, reverseTransfer } from '../../transfers/transfers.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>
let wrong: MadeFund

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  wrong = await makeFund(world.portal, { balanceMinor: 100_000_00n })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const reason = 'It was for another fund'
const range = { from: '2026-01-01' as IsoDate, to: '2026-03-16' as IsoDate }
const rowsOf = async (fund: MadeFund, section: number) =>
  (
    await world.portal.call(
      getSectionRows,
      { params: { fundId: fund.fundId, section }, query: range },
      { as: fund.donor.session },
    )
  ).reply.data
const availableOf = (fund: MadeFund) => postingCalls({ ...world, fund }).available()
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

describe('what was contributed', () => {
  test('moves to the right fund with its date of gift, by two people', async () => {
    const { contributionId } = await calls.received(30_00n)
    const before = [await calls.available(), await availableOf(wrong)]
    expect((await calls.move(contributionId, world.fund.fundId)).status).toBe(400)
    expect((await calls.move(contributionId, 99_999_998)).status).toBe(400)
    expect((await calls.move(contributionId, wrong.fundId)).status).toBe(200)
    expect((await calls.bounce(contributionId)).status).toBe(409)
    const id = await calls.requestId()
    expect((await calls.confirm(id, world.staff)).problem.type).toMatch(/access-denied$/)
    expect(statuses(await Promise.all([calls.confirm(id), calls.confirm(id)]))).toEqual([200, 409])
    expect([await calls.available(), await availableOf(wrong)]).toEqual([
      (before[0] ?? 0n) - 30_00n,
      (before[1] ?? 0n) + 30_00n,
    ])
    const old = await calls.contribution(contributionId)
    const [moved] = await rowsOf(wrong, 1)
    expect(old).toMatchObject({ state: 'reversed', movedTo: { fundId: wrong.fundId } })
    expect(moved).toMatchObject({
      transactionTypeName: 'Cash contribution',
      comment: expect.stringContaining(
        `Contribution ${old?.movedTo?.transactionId}, given on March 16, 2026`,
      ),
      linked: null,
    })
    expect((await rowsOf(world.fund, 1))[0]).toMatchObject({
      amount: -30_00n,
      comment: expect.stringContaining('belongs to another fund'),
      linked: { link: 'reverses' },
    })
    await isSound()
  })

  test('by a check that the bank did not pay leaves the fund, even below zero', async () => {
    const poor = await makeFund(world.portal, { balanceMinor: 0n })
    const of = postingCalls({ ...world, fund: poor })
    const { contributionId } = await of.received(500_00n)
    // It was granted meanwhile; the money never came.
    await of.approvedGrant(500_00n)
    expect((await of.reverse(contributionId, world.staff, poor)).problem.detail).toContain('already granted')
    expect((await of.bounce(contributionId, world.staff, poor)).status).toBe(200)
    expect((await of.confirm(await of.requestId())).status).toBe(200)
    expect((await of.contribution(contributionId))?.state).toBe('bounced')
    expect(await of.available()).toBe(-500_00n)
    expect((await rowsOf(poor, 1))[0]).toMatchObject({
      comment: expect.stringMatching(/^The bank did not pay the check of contribution \d+$/),
    })
    expect((await of.bounce(contributionId, world.staff, poor)).status).toBe(409)
    expect((await of.reverse(contributionId, world.staff, poor)).status).toBe(409)
    await isSound()
  })
})

describe('a transfer between funds', () => {
  test('is reversed in both funds by two people, unless the money was granted', async () => {
    const before = [await calls.available(), await availableOf(wrong)]
    const { transferId } = (
      await world.portal.call(
        requestTransfer,
        {
          params: { fundId: world.fund.fundId },
          body: command({
            toFundId: wrong.fundId,
            toAccountName: wrong.accountName,
            amountMinor: 40_00n,
            reason: '',
          }),
        },
        { as: world.fund.donor.session, fundId: world.fund.fundId },
      )
    ).reply
    const as = world.staff.session
    const ask = () =>
      world.portal.call(reverseTransfer, { params: { transferId }, body: command({ reason }) }, { as })
    expect((await ask()).problem.detail).toContain('Only a transfer that was made')
    await world.portal.call(approveTransfer, { params: { transferId }, body: command({}) }, { as })
    expect((await ask()).status).toBe(200)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect([await calls.available(), await availableOf(wrong)]).toEqual(before)
    expect((await ask()).problem.detail).toContain('already been reversed')
    const [reversal] = await rowsOf(wrong, 7)
    expect(reversal).toMatchObject({ amount: -40_00n, comment: reason, linked: { link: 'reverses' } })
    await isSound()
  })
})
