import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { leftOutNotes } from '../../posting-batches/domain/posting-batch.ts'
import { reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'

const clock = testClock(feeTime)
let world: PostingWorld
let calls: ReturnType<typeof feeCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { clients: clientsWithFees })
  calls = feeCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => calls.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const makeOldFund = (balanceMinor: bigint) => makeFund(world.portal, { balanceMinor })

const chargesOf = async (fund: MadeFund, periodFrom = march) =>
  (await calls.check(periodFrom)).reply.charges.filter(({ fundId }) => fundId === fund.fundId)

const reverseBatch = async (batchId: string) => {
  await world.portal.call(
    reversePostingBatch,
    { params: { batchId }, body: command({ reason: 'Wrong tiers' }) },
    { as: world.staff.session },
  )
  await calls.confirm(batchId)
}

test('a fee that was reversed by itself is given back: its period is not charged again, and a late entry makes no difference', async () => {
  const fund = await makeOldFund(200_000_00n)
  const batchId = await calls.charge(february)
  await calls.giveBack(batchId, fund)
  expect(await calls.available(fund)).toBe(200_000_00n)
  await calls.gain(fund, -100_000_00n, isoDate('2026-02-01'))
  expect((await chargesOf(fund)).map(({ periodFrom }) => periodFrom)).toEqual([march])
  // The reversal of the whole batch does not give it back twice, and the run that follows does not charge it.
  await reverseBatch(batchId)
  expect(await chargesOf(fund, february)).toEqual([])
  await calls.charge(february)
  expect(await calls.available(fund)).toBe(100_000_00n)
  expect(await calls.waiting(fund)).toEqual([])
  await calls.isSound()
})

test('owed fees are taken as they were checked: not when other funds could pay, nor twice', async () => {
  const [one, other] = [await makeOldFund(100_000_00n), await makeOldFund(100_000_00n)]
  for (const fund of [one, other]) await calls.gain(fund, -99_990_00n, isoDate('2026-03-31'))
  await calls.charge(february)
  await calls.gain(one, 5_00n, isoDate('2026-04-02'))
  const { planHash, totals } = (await calls.checkWaiting()).reply
  expect(totals).toMatchObject([{ kind: 'administrative_fee', lines: 1, postedMinor: 5_00n }])
  await calls.gain(other, 5_00n, isoDate('2026-04-02'))
  const stale = await calls.enterWaiting(planHash)
  expect([stale.status, stale.problem.detail]).toEqual([
    409,
    'What this batch would do has changed since you checked it. Check it again.',
  ])
  const seen = (await calls.checkWaiting()).reply.planHash
  const entered = await Promise.all([calls.enterWaiting(seen), calls.enterWaiting(seen)])
  expect(entered.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const batchId = entered.find(({ status }) => status === 200)?.reply.batchId ?? ''
  await calls.confirm(batchId)
  expect(await calls.available(one)).toBe(0n)
  expect(await calls.waiting(other)).toMatchObject([{ waitingMinor: 31_03n }])
  await calls.isSound()
})

test('a fee that was reversed by itself leaves nothing owed, neither its own rest nor what it took up from before', async () => {
  const fund = await makeOldFund(100_000_00n)
  await calls.gain(fund, -99_990_00n, isoDate('2026-03-31'))
  await calls.charge(february)
  expect(await calls.waiting(fund)).toMatchObject([{ waitingMinor: 36_03n }])
  await calls.gain(fund, 5_00n, isoDate('2026-04-02'))
  const batchId = await calls.charge(march)
  expect((await calls.linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)).toMatchObject({
    ...{ arrearsMinor: 36_03n, postedMinor: 5_00n },
  })
  await calls.giveBack(batchId, fund)
  expect(await calls.waiting(fund)).toEqual([])
  await calls.isSound()
})

/** February’s fee is owed but for $10.00; March’s fee took up the rest, and $5.00 of it were paid. */
async function twoOwedFees() {
  const fund = await makeOldFund(100_000_00n)
  await calls.gain(fund, -99_990_00n, isoDate('2026-03-31'))
  const earlier = await calls.charge(february)
  await calls.gain(fund, 5_00n, isoDate('2026-04-02'))
  return { fund, earlier, later: await calls.charge(march) }
}

test.each(['as a whole', 'by itself'])(
  'a fee that took up an earlier one and was reversed by itself leaves no credit when the earlier one is reversed %s',
  async how => {
    const { fund, earlier, later } = await twoOwedFees()
    await calls.giveBack(later, fund)
    if (how === 'by itself') await calls.giveBack(earlier, fund)
    else await reverseBatch(earlier)
    expect(await calls.available(fund)).toBe(15_00n)
    expect(await calls.waiting(fund)).toEqual([])
    if (how === 'as a whole') await calls.charge(february)
    // What is charged anew is owed, and nothing is taken off it.
    expect(await calls.available(fund)).toBe(how === 'as a whole' ? 0n : 15_00n)
    expect((await calls.waiting(fund)).map(({ waitingMinor }) => waitingMinor)).toEqual(
      how === 'as a whole' ? [31_03n] : [],
    )
    await calls.isSound()
  },
)

test('what batches left out of fees before the portal collected it is not owed', async () => {
  const fund = await makeOldFund(100_000_00n)
  await calls.gain(fund, -99_990_00n, isoDate('2026-03-31'))
  const batchId = await calls.charge(february)
  expect(await calls.waiting(fund)).toHaveLength(1)
  await world.portal.database.admin.query(
    'update posting_batch set rest_is_owed = false where batch_id = $1',
    [batchId],
  )
  expect(await calls.waiting(fund)).toEqual([])
})

test('what the account’s status refuses is not owed, and its period is settled', async () => {
  const fund = await makeOldFund(100_000_00n)
  const { batchId } = (await calls.enter(february)).reply
  const { admin } = world.portal.database
  await calls.gain(fund, -100_000_00n, isoDate('2026-04-02'))
  await setStatusOf(admin, fund.accountId, 'Closed')
  await calls.confirm(batchId)
  expect((await calls.linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)).toMatchObject({
    ...{ state: 'left-out', note: leftOutNotes.status },
  })
  expect(await calls.waiting(fund)).toEqual([])
  await setStatusOf(admin, fund.accountId, 'Active')
  await calls.gain(fund, 50_000_00n, isoDate('2026-02-01'))
  expect((await chargesOf(fund)).map(({ periodFrom }) => periodFrom)).toEqual([march])
  await calls.isSound()
})

test('a difference is found again after the run that took it was reversed, and the fee that follows is dated on its day', async () => {
  const fund = await makeOldFund(100_000_00n)
  const january = isoDate('2026-01-01')
  await calls.charge(january)
  await calls.gain(fund, 50_000_00n, isoDate('2026-01-10'))
  const batchId = await calls.charge(february)
  await calls.charge(march)
  // All of it was recorded long before the last run that stands.
  await world.portal.database.admin.query(`begin; set local session_replication_role = replica;
    update journal_entry set recorded_at = recorded_at - interval '9 days'; commit`)
  await reverseBatch(batchId)
  expect((await chargesOf(fund, february)).map(({ periodFrom }) => periodFrom)).toEqual([january, february])
  const again = await calls.charge(february)
  expect((await calls.linesOf(again)).map(({ effectiveDate }) => effectiveDate)).toContain('2026-04-02')
  await calls.isSound()
})

test('a run that was computed before a reduction was decided is not confirmed', async () => {
  const { fund } = world
  const { batchId } = (await calls.enter(february)).reply
  clock.advance(60_000)
  const asked = { fundId: fund.fundId, schedule: 'administrative', hundredths: 5_000, reason: 'Agreed' }
  const { reductionId } = (
    await world.portal.call(
      enterFeeReduction,
      { body: command({ ...asked, startsOn: february, endsOn: isoDate('2026-12-31') }) },
      { as: world.staff.session },
    )
  ).reply
  await world.portal.call(
    confirmFeeReduction,
    { params: { reductionId }, body: command({}) },
    { as: world.other.session },
  )
  expect((await calls.confirmBatch(batchId)).problem.detail).toContain('A reduction was decided')
})

test('a fund that was closed pays nothing, and the check says how many of them had a balance in the period', async () => {
  const fund = await makeOldFund(100_000_00n)
  await calls.gain(fund, -100_000_00n, isoDate('2026-02-20'))
  await setStatusOf(world.portal.database.admin, fund.accountId, 'Closed')
  const plan = (await calls.check(february)).reply
  expect(plan.charges.find(({ fundId }) => fundId === fund.fundId)).toBeUndefined()
  expect(plan.closedFunds).toBe(1)
  await jobsDone(world.portal)
})
