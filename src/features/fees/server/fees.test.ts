import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { type PostingWorld, postingCalls, startPostingWorld } from '../../../testing/posting-world.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import {
  getPostingBatch,
  listPostingBatchLines,
  reversePostingBatch,
} from '../../posting-batches/posting-batches.contract.ts'
import { listPostingRequests } from '../../posting-requests/posting-requests.contract.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'
import {
  checkFeeRun,
  enterFeeRun,
  enterWaitingFees,
  getFeeWorking,
  listFeeCharges,
  listFeeSchedules,
  listWaitingFees,
} from '../fees.contract.ts'

// October 2026 can be charged from November 1 on, November from December 1 on.
const clock = testClock('2026-12-02T15:00:00Z')
const [october, november] = [isoDate('2026-10-01'), isoDate('2026-11-01')]
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  clock.set('2026-12-02T15:00:00Z')
  // Runs, and the funds that pay, are the test's own.
  await world.portal.database.admin.query(`begin; set local session_replication_role = replica;
    delete from fee_charge; delete from fee_run; delete from posting_batch_line; delete from posting_request; delete from posting_batch;
    update fund_account set account_type = 'Of another test' where account_type <> 'General'; commit`)
  Object.assign(world, {
    fund: await makeFund(world.portal, { balanceMinor: 1_000_000_00n }),
    staff: await makeStaff(world.portal),
    other: await makeStaff(world.portal),
  })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const as = () => ({ as: world.staff.session })
const check = async (periodFrom = october) =>
  await world.portal.call(checkFeeRun, { body: command({ schedule: 'administrative', periodFrom }) }, as())
const enter = async (periodFrom = october, planHash?: string, person = world.staff) =>
  await world.portal.call(
    enterFeeRun,
    {
      body: command({
        ...{ schedule: 'administrative', periodFrom, reference: `Fees ${randomUUID()}` },
        planHash: planHash ?? (await check(periodFrom)).reply.planHash,
      }),
    },
    { as: person.session, idempotencyKey: randomUUID() },
  )
async function confirm(batchId: string): Promise<void> {
  const { data } = (await world.portal.call(listPostingRequests, {}, { as: world.other.session })).reply
  const id = data.find(({ subjectId }) => subjectId === batchId)?.requestId ?? ''
  expect((await calls.confirm(id)).status).toBe(200)
  await jobsDone(world.portal)
}
async function charge(periodFrom = october): Promise<string> {
  const { batchId } = (await enter(periodFrom)).reply
  await confirm(batchId)
  return batchId
}
const linesOf = async (batchId: string) =>
  (await world.portal.call(listPostingBatchLines, { params: { batchId }, query: { first: 500 } }, as())).reply
    .data
const waiting = async (fund: MadeFund) =>
  (await world.portal.call(listWaitingFees, { query: { keywords: String(fund.fundId) } }, as())).reply.data
const gain = (fund: MadeFund, amountMinor: bigint, effectiveDate: IsoDate) =>
  postEntry(world.portal.databases.book('npt'), {
    ...{ kind: amountMinor < 0n ? 'loss' : 'gain', currency: 'USD', effectiveDate },
    ...{ actorUserId: null, onBehalfOfUserId: null, postings: marketPostings(fund.accountId, amountMinor) },
  })
/** A fund that has had its balance since before October. */
const makeOldFund = (balanceMinor: bigint) => makeFund(world.portal, { balanceMinor })
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

describe('a fee run', () => {
  test('charges each fund once by its tiers and days, with its working behind the line', async () => {
    const fund = await makeOldFund(750_000_00n)
    const plan = (await check()).reply
    expect(plan.charges.find(({ fundId }) => fundId === fund.fundId)).toMatchObject({ baseDays: 31 })
    const batchId = await charge()
    const line = (await linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)
    // 0.6% of 500,000 and 0.3% of 250,000 for 31 of 365 days
    expect(line).toMatchObject({ amountMinor: 318_49n, state: 'posted', effectiveDate: november })
    const working = await world.portal.call(
      getFeeWorking,
      { params: { fundId: fund.fundId, transactionId: line?.transactionId ?? 0 } },
      { as: fund.donor.session, fundId: fund.fundId },
    )
    expect(working.reply).toMatchObject({
      title: 'Administrative fee',
      amountMinor: 318_49n,
      charges: [{ averageMinor: 750_000_00n, feeMinor: 318_49n, yearDays: 365, chargedDays: 31 }],
    })
    expect((await check()).problem.detail).toMatch(/^This period was charged by batch \d+\.$/)
    expect((await enter(october, plan.planHash)).status).toBe(409)
    await isSound()
  })

  test('takes no fund below zero: the rest waits, and is taken with the next run', async () => {
    const poor = await makeOldFund(100_000_00n)
    await gain(poor, -99_990_00n, isoDate('2026-11-20'))
    const first = await charge()
    // 0.6% of 100,000 for 31 days, of which the fund has ten dollars.
    expect((await linesOf(first)).find(({ fundId }) => fundId === poor.fundId)).toMatchObject({
      ...{ amountMinor: 50_96n, postedMinor: 10_00n, note: 'The fund cannot pay all of it: $40.96 waits.' },
    })
    expect(await waiting(poor)).toMatchObject([{ waitingMinor: 40_96n, availableMinor: 0n }])
    await gain(poor, 30_00n, isoDate('2026-12-02'))
    const entered = await world.portal.call(
      enterWaitingFees,
      { body: command({ kind: 'administrative_fee' as const, reference: 'What waited' }) },
      as(),
    )
    await confirm(entered.reply.batchId)
    expect(await waiting(poor)).toMatchObject([{ waitingMinor: 10_96n }])
    await gain(poor, 1_000_00n, isoDate('2026-12-02'))
    const second = await charge(november)
    const line = (await linesOf(second)).find(({ fundId }) => fundId === poor.fundId)
    expect(line).toMatchObject({ arrearsMinor: 10_96n, state: 'posted' })
    expect(line?.postedMinor).toBe(line?.amountMinor)
    expect(await waiting(poor)).toEqual([])
    await isSound()
  })

  test('charges what was recorded late as a difference with the next run, also a credit', async () => {
    const fund = await makeOldFund(200_000_00n)
    await charge()
    // Half of the balance never was there in October.
    await gain(fund, -100_000_00n, isoDate('2026-09-30'))
    const plan = (await check(november)).reply
    const difference = plan.charges.find(
      ({ fundId, periodFrom }) => fundId === fund.fundId && periodFrom === october,
    )
    expect(difference).toMatchObject({ chargedBeforeMinor: 101_92n, feeMinor: 50_96n, dueMinor: -50_96n })
    const own = plan.charges.find(
      ({ fundId, periodFrom }) => fundId === fund.fundId && periodFrom === november,
    )
    const batchId = await charge(november)
    const line = (await linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)
    // November's fee is smaller than the credit: nothing is posted, and the rest is to the fund's credit.
    expect(line).toBeUndefined()
    expect(await waiting(fund)).toMatchObject([{ waitingMinor: (own?.dueMinor ?? 0n) - 50_96n }])
    await isSound()
  })

  test('is reversed as a whole, and the period may then be charged again', async () => {
    const fund = await makeOldFund(100_000_00n)
    const before = await postingCalls({ ...world, fund }).available()
    const batchId = await charge()
    await world.portal.call(
      reversePostingBatch,
      { params: { batchId }, body: command({ reason: 'Wrong tiers' }) },
      as(),
    )
    await confirm(batchId)
    expect(await postingCalls({ ...world, fund }).available()).toBe(before)
    expect(await waiting(fund)).toEqual([])
    await charge()
    expect(await postingCalls({ ...world, fund }).available()).toBe(before - 50_96n)
    await isSound()
  })

  test('leaves out what two people waived, day by day', async () => {
    const fund = await makeOldFund(100_000_00n)
    const asked = {
      ...{ fundId: fund.fundId, schedule: 'administrative', hundredths: 10_000, reason: 'A founding donor' },
      ...{ startsOn: addDays(october, -20), endsOn: addDays(october, 14) },
    }
    const { reductionId } = (await world.portal.call(enterFeeReduction, { body: command(asked) }, as())).reply
    const confirmBy = (person: typeof world.staff) =>
      world.portal.call(
        confirmFeeReduction,
        { params: { reductionId }, body: command({}) },
        { as: person.session },
      )
    const charged = async () => (await check()).reply.charges.find(({ fundId }) => fundId === fund.fundId)
    expect(await charged()).toMatchObject({ feeMinor: 50_96n })
    expect((await confirmBy(world.staff)).problem.type).toMatch(/access-denied$/)
    const both = await Promise.all([confirmBy(world.other), confirmBy(world.other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // 16 of 31 days
    expect(await charged()).toMatchObject({ feeMinor: 26_30n, reducedHundredths: 4_839 })
    for (const wrong of [{ endsOn: addDays(october, -30) }, { schedule: 'other' }, { fundId: 99_999_997 }])
      expect(
        (await world.portal.call(enterFeeReduction, { body: command({ ...asked, ...wrong }) }, as())).status,
      ).toBe(400)
  })

  test('of one period is entered once by two people at the same time, and belongs to its book', async () => {
    await makeOldFund(100_000_00n)
    const { planHash } = (await check()).reply
    const answers = await Promise.all([enter(october, planHash), enter(october, planHash, world.other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const batchId = answers.find(({ status }) => status === 200)?.reply.batchId ?? ''
    expect((await check(november)).problem.detail).toContain('is not finished')
    const uk = await makeStaff(world.portal, { realm: 'nptuk' })
    const asUk = { as: uk.session, client: 'nptuk' }
    for (const endpoint of [getPostingBatch, listFeeCharges] as const)
      expect(
        (await world.portal.call(endpoint as never, { params: { batchId }, query: {} } as never, asUk))
          .status,
      ).toBe(404)
    expect((await world.portal.call(listFeeSchedules, {}, asUk)).reply.data).toEqual([])
    expect((await check(isoDate('2026-12-01'))).problem.errors?.periodFrom).toHaveLength(1)
  })

  test('of thousands of funds agrees with a computation of its own', async () => {
    const funds = 2_000
    const { admin } = world.portal.database
    await admin.query(
      `insert into fund_account (book, fund_id, account_name, account_type, donor_name, entered_on, opened_on, account_status)
        select 'npt', 90000000 + n, 'Fund ' || n, 'Joint', 'A donor', '2026-01-01', '2026-01-01', 'Active' from generate_series(1, $1::int) n`,
      [funds],
    )
    // Each fund has a contribution in the years before and in the month; as the ledger's own statements would write them.
    const db = world.portal.databases.book('npt')
    const { rows } = await admin.query<{ account_id: string; fund_id: bigint }>(
      `select account_id, fund_id from fund_account where fund_id > 90000000 order by fund_id`,
    )
    const { postEntries } = await import('../../ledger/server/post-entry.ts')
    const entriesOf = (amountOf: (n: number) => bigint, dayOf: (n: number) => IsoDate) =>
      rows.map(({ account_id: accountId }, n) => ({
        ...{ kind: 'gain' as const, currency: 'USD' as const, effectiveDate: dayOf(n) },
        ...{ actorUserId: null, onBehalfOfUserId: null, postings: marketPostings(accountId, amountOf(n)) },
      }))
    const past = (n: number) => BigInt(n * 37_123 + 1_00)
    const within = (n: number) => BigInt(n * 1_117 + 7)
    const day = (n: number) => n % 31
    await postEntries(
      db,
      entriesOf(past, n => addDays(isoDate('2016-02-29'), n)),
    )
    await postEntries(
      db,
      entriesOf(within, n => addDays(october, day(n))),
    )
    const batchId = await charge()
    const { rows: charged } = await admin.query<{ fund_id: bigint; fee_minor: bigint }>(
      `select a.fund_id, c.fee_minor from fee_charge c join fund_account a using (book, account_id)
        where c.batch_id = $1 and a.fund_id > 90000000 order by a.fund_id`,
      [batchId],
    )
    const [terms] = npt.feeSchedules[0].versions
    const expected = rows.map(({ fund_id: fundId }, n) => {
      const sum = past(n) * 31n + within(n) * BigInt(31 - day(n))
      let [yearly, from] = [0n, 0n]
      for (const { upToMinor, millionths } of terms.tiers) {
        const to = upToMinor === null || sum < upToMinor * 31n ? sum : upToMinor * 31n
        if (to > from) yearly += (to - from) * BigInt(millionths)
        if (upToMinor !== null) from = upToMinor * 31n
      }
      const least = terms.minimumPerYearMinor * 31n * 1_000_000n
      // The average and the days of October cancel each other out.
      const parts = yearly > least ? yearly : least
      const under = 365n * 1_000_000n
      return { fund_id: fundId, fee_minor: parts / under + (2n * (parts % under) >= under ? 1n : 0n) }
    })
    expect(charged).toEqual(expected)
  }, 120_000)
})
