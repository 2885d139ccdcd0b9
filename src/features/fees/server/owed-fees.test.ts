import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { reverseJournalEntry } from '../../journal-entries/journal-entries.contract.ts'
import { reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'

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

/** Two people reverse the entry of one fund in a run: also one who did not enter or confirm it cannot do so alone. */
async function giveBack(batchId: string, fund: MadeFund): Promise<void> {
  const { rows } = await world.portal.database.admin.query<{ entry_id: string }>(
    'select entry_id from posting_batch_line where batch_id = $1 and account_id = $2',
    [batchId, fund.accountId],
  )
  const entryId = rows[0]?.entry_id ?? ''
  const { status } = await world.portal.call(
    reverseJournalEntry,
    { params: { entryId }, body: command({ reason: 'Promised to the donor', replacement: null }) },
    { as: (await makeStaff(world.portal)).session },
  )
  expect(status).toBe(200)
  await calls.confirm(entryId)
}
const chargesOf = async (fund: MadeFund, periodFrom = march) =>
  (await calls.check(periodFrom)).reply.charges.filter(({ fundId }) => fundId === fund.fundId)

test('a fee that was reversed by itself is given back: its period is not charged again, and a late entry makes no difference', async () => {
  const fund = await makeOldFund(200_000_00n)
  const batchId = await calls.charge(february)
  await giveBack(batchId, fund)
  expect(await calls.available(fund)).toBe(200_000_00n)
  await calls.gain(fund, -100_000_00n, isoDate('2026-02-01'))
  expect((await chargesOf(fund)).map(({ periodFrom }) => periodFrom)).toEqual([march])
  // The reversal of the whole batch does not give it back twice, and the run that follows does not charge it.
  await world.portal.call(
    reversePostingBatch,
    { params: { batchId }, body: command({ reason: 'Wrong tiers' }) },
    { as: world.staff.session },
  )
  await calls.confirm(batchId)
  expect(await chargesOf(fund, february)).toEqual([])
  await calls.charge(february)
  expect(await calls.available(fund)).toBe(100_000_00n)
  expect(await calls.waiting(fund)).toEqual([])
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
  await giveBack(batchId, fund)
  expect(await calls.waiting(fund)).toEqual([])
  await calls.isSound()
})

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

test('a fund that was closed pays nothing, and the check says how many of them had a balance in the period', async () => {
  const fund = await makeOldFund(100_000_00n)
  await calls.gain(fund, -100_000_00n, isoDate('2026-02-20'))
  await setStatusOf(world.portal.database.admin, fund.accountId, 'Closed')
  const plan = (await calls.check(february)).reply
  expect(plan.charges.find(({ fundId }) => fundId === fund.fundId)).toBeUndefined()
  expect(plan.closedFunds).toBe(1)
  await jobsDone(world.portal)
})
