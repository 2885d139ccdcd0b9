import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { isLong, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { getSectionRows } from '../../fund-activity/fund-activity.contract.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { getPostingBatch, reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'
import { getFeeWorking, listFeeCharges, listFeeSchedules } from '../fees.contract.ts'

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
const as = () => ({ as: world.staff.session })
/** A fund that has had its balance since January. */
const makeOldFund = (balanceMinor: bigint) => makeFund(world.portal, { balanceMinor })

describe('a fee run', () => {
  test('charges each fund once by its tiers and days, with its working behind the line', async () => {
    const fund = await makeOldFund(750_000_00n)
    const plan = (await calls.check()).reply
    expect(plan.charges.find(({ fundId }) => fundId === fund.fundId)).toMatchObject({ baseDays: 28 })
    const batchId = await calls.charge()
    const line = (await calls.linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)
    // 0.6% of 500,000 and 0.3% of 250,000 for 28 of 365 days
    expect(line).toMatchObject({ amountMinor: 287_67n, state: 'posted', effectiveDate: march })
    const working = await world.portal.call(
      getFeeWorking,
      { params: { fundId: fund.fundId, transactionId: line?.transactionId ?? 0 } },
      { as: fund.donor.session, fundId: fund.fundId },
    )
    expect(working.reply).toMatchObject({
      title: 'Administrative fee',
      amountMinor: 287_67n,
      charges: [{ averageMinor: 750_000_00n, feeMinor: 287_67n, yearDays: 365, chargedDays: 28 }],
    })
    const rows = async (as: typeof fund.donor) =>
      (
        await world.portal.call(
          getSectionRows,
          {
            params: { fundId: fund.fundId, section: 5 },
            query: { from: february, to: isoDate('2026-04-02') },
          },
          { as: as.session, fundId: fund.fundId },
        )
      ).reply.data
    expect(await rows(fund.donor)).toMatchObject([
      { transactionId: String(line?.transactionId), hasWorking: true },
    ])
    expect((await calls.check()).problem.detail).toMatch(/^This period was charged by batch \d+\.$/)
    expect((await calls.enter(february, plan.planHash)).status).toBe(409)
    await calls.isSound()
  })

  test('counts as charged once a second person has confirmed it', async () => {
    await makeOldFund(100_000_00n)
    const { batchId } = (await calls.enter()).reply
    const last = async () =>
      (await world.portal.call(listFeeSchedules, {}, { as: world.staff.session })).reply.data[0]?.last
    expect(await last()).toMatchObject({ batchId, isWaiting: true })
    await calls.confirm(batchId)
    expect(await last()).toMatchObject({ batchId, isWaiting: false })
  })

  test('takes nothing from a fund that a finding holds, and charges it once the finding is lifted', async () => {
    const fund = await makeOldFund(100_000_00n)
    const findingId = await makeAccountHold(world.portal, fund)
    const first = await calls.charge()
    const left = (await calls.linesOf(first)).find(({ fundId }) => fundId === fund.fundId)
    expect(left).toMatchObject({ state: 'left-out', note: 'The account’s status does not allow it.' })
    await withoutTriggers(
      world.portal.database.admin,
      `update screening_finding set state = 'dismissed' where finding_id = $1`,
      [findingId],
    )
    const second = await calls.charge(march)
    const line = (await calls.linesOf(second)).find(({ fundId }) => fundId === fund.fundId)
    expect(line).toMatchObject({ state: 'posted' })
    await calls.isSound()
  })

  test('takes no fund below zero: the rest waits, and is taken with the next run', async () => {
    const poor = await makeOldFund(100_000_00n)
    await calls.gain(poor, -99_990_00n, isoDate('2026-03-20'))
    const first = await calls.charge()
    // 0.6% of 100,000 for 28 days, of which the fund has ten dollars.
    expect((await calls.linesOf(first)).find(({ fundId }) => fundId === poor.fundId)).toMatchObject({
      ...{ amountMinor: 46_03n, postedMinor: 10_00n, note: 'The fund cannot pay all of it: $36.03 waits.' },
    })
    expect(await calls.waiting(poor)).toMatchObject([{ waitingMinor: 36_03n, availableMinor: 0n }])
    await calls.gain(poor, 30_00n, isoDate('2026-04-02'))
    await calls.confirm((await calls.enterWaiting()).reply.batchId)
    expect(await calls.waiting(poor)).toMatchObject([{ waitingMinor: 6_03n }])
    await calls.gain(poor, 1_000_00n, isoDate('2026-04-02'))
    const second = await calls.charge(march)
    const line = (await calls.linesOf(second)).find(({ fundId }) => fundId === poor.fundId)
    expect(line).toMatchObject({ arrearsMinor: 6_03n, state: 'posted' })
    expect(line?.postedMinor).toBe(line?.amountMinor)
    expect(await calls.waiting(poor)).toEqual([])
    await calls.isSound()
  })

  test('charges what was recorded late as a difference with the next run, also a credit', async () => {
    const fund = await makeOldFund(200_000_00n)
    await calls.charge()
    // Three quarters of the balance never were there in February.
    await calls.gain(fund, -150_000_00n, isoDate('2026-01-31'))
    const plan = (await calls.check(march)).reply
    const difference = plan.charges.find(
      ({ fundId, periodFrom }) => fundId === fund.fundId && periodFrom === february,
    )
    expect(difference).toMatchObject({ chargedBeforeMinor: 92_05n, feeMinor: 23_01n, dueMinor: -69_04n })
    const own = plan.charges.find(({ fundId, periodFrom }) => fundId === fund.fundId && periodFrom === march)
    const batchId = await calls.charge(march)
    const line = (await calls.linesOf(batchId)).find(({ fundId }) => fundId === fund.fundId)
    // March's fee is smaller than the credit: nothing is posted, and the rest is to the fund's credit.
    expect(line).toBeUndefined()
    expect(await calls.waiting(fund)).toMatchObject([{ waitingMinor: (own?.dueMinor ?? 0n) - 69_04n }])
    await calls.isSound()
  })

  test('is reversed as a whole, and the period may then be charged again', async () => {
    const fund = await makeOldFund(100_000_00n)
    const before = await calls.available(fund)
    const batchId = await calls.charge()
    await world.portal.call(
      reversePostingBatch,
      { params: { batchId }, body: command({ reason: 'Wrong tiers' }) },
      as(),
    )
    await calls.confirm(batchId)
    expect(await calls.available(fund)).toBe(before)
    expect(await calls.waiting(fund)).toEqual([])
    await calls.charge()
    expect(await calls.available(fund)).toBe(before - 46_03n)
    await calls.isSound()
  })

  test('leaves out what two people waived, day by day', async () => {
    const fund = await makeOldFund(100_000_00n)
    const asked = {
      ...{ fundId: fund.fundId, schedule: 'administrative', hundredths: 10_000, reason: 'A founding donor' },
      ...{ startsOn: addDays(february, -20), endsOn: addDays(february, 14) },
    }
    const { reductionId } = (await world.portal.call(enterFeeReduction, { body: command(asked) }, as())).reply
    const confirmBy = (person: typeof world.staff) =>
      world.portal.call(
        confirmFeeReduction,
        { params: { reductionId }, body: command({}) },
        { as: person.session },
      )
    const charged = async () =>
      (await calls.check()).reply.charges.find(({ fundId }) => fundId === fund.fundId)
    expect(await charged()).toMatchObject({ feeMinor: 46_03n })
    expect((await confirmBy(world.staff)).problem.type).toMatch(/access-denied$/)
    const both = await Promise.all([confirmBy(world.other), confirmBy(world.other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // 13 of 28 days
    expect(await charged()).toMatchObject({ feeMinor: 21_37n, reducedHundredths: 5_357 })
    for (const wrong of [{ endsOn: addDays(february, -30) }, { schedule: 'other' }, { fundId: 99_999_997 }])
      expect(
        (await world.portal.call(enterFeeReduction, { body: command({ ...asked, ...wrong }) }, as())).status,
      ).toBe(400)
  })

  test('of one period is entered once by two people at the same time, and belongs to its book', async () => {
    await makeOldFund(100_000_00n)
    const { planHash } = (await calls.check()).reply
    const answers = await Promise.all([
      calls.enter(february, planHash),
      calls.enter(february, planHash, world.other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const batchId = answers.find(({ status }) => status === 200)?.reply.batchId ?? ''
    expect((await calls.check(march)).problem.detail).toContain('is not finished')
    const uk = await makeStaff(world.portal, { realm: 'nptuk' })
    const asUk = { as: uk.session, client: 'nptuk' }
    for (const endpoint of [getPostingBatch, listFeeCharges] as const)
      expect(
        (await world.portal.call(endpoint as never, { params: { batchId }, query: {} } as never, asUk))
          .status,
      ).toBe(404)
    expect((await world.portal.call(listFeeSchedules, {}, asUk)).reply.data).toEqual([])
    expect((await calls.check(isoDate('2026-04-01'))).problem.errors?.periodFrom).toHaveLength(1)
  })

  test(
    'of hundreds of funds agrees with a computation of its own',
    async () => {
      const funds = isLong ? 5_000 : 300
      const { admin } = world.portal.database
      await admin.query(
        `insert into fund_account (book, fund_id, account_name, account_type, donor_name, entered_on, opened_on, account_status)
        select 'npt', 90000000 + n, 'Fund ' || n, 'Joint', 'A donor', '2026-01-01', '2026-01-01', 'Active' from generate_series(1, $1::int) n`,
        [funds],
      )
      // Each fund has a contribution in the years before and in the month; as the ledger's own statements would write them.
      const db = world.portal.databases.book('npt')
      const { rows } = await admin.query<{ account_id: string; fund_id: string }>(
        `select account_id, fund_id from fund_account where fund_id between 90000001 and 90000000 + ${funds} order by fund_id`,
      )
      const entriesOf = (amountOf: (n: number) => bigint, dayOf: (n: number) => IsoDate) =>
        rows.map(({ account_id: accountId }, n) => ({
          ...{ kind: 'gain' as const, currency: 'USD' as const, effectiveDate: dayOf(n) },
          ...{ actorUserId: null, onBehalfOfUserId: null, postings: marketPostings(accountId, amountOf(n)) },
        }))
      const past = (n: number) => BigInt(n * 37_123 + 1_00)
      const within = (n: number) => BigInt(n * 1_117 + 7)
      const day = (n: number) => n % 28
      await postEntries(
        db,
        entriesOf(past, n => addDays(isoDate('2016-02-29'), n % 3_000)),
      )
      await postEntries(
        db,
        entriesOf(within, n => addDays(february, day(n))),
      )
      const batchId = await calls.charge()
      const { rows: charged } = await admin.query<{ fund_id: string; fee_minor: string }>(
        `select a.fund_id, c.fee_minor from fee_charge c join fund_account a using (book, account_id)
        where c.batch_id = $1 and a.fund_id between 90000001 and 90000000 + ${funds} order by a.fund_id`,
        [batchId],
      )
      const [terms] = clientsWithFees.npt.feeSchedules[0]?.versions ?? []
      if (!terms) throw new Error('npt has a fee schedule')
      const expected = rows.map(({ fund_id: fundId }, n) => {
        const sum = past(n) * 28n + within(n) * BigInt(28 - day(n))
        let [yearly, from] = [0n, 0n]
        for (const { upToMinor, millionths } of terms.tiers) {
          const to = upToMinor === null || sum < upToMinor * 28n ? sum : upToMinor * 28n
          if (to > from) yearly += (to - from) * BigInt(millionths)
          if (upToMinor !== null) from = upToMinor * 28n
        }
        const least = terms.minimumPerYearMinor * 28n * 1_000_000n
        // The average and the days of February cancel each other out.
        const parts = yearly > least ? yearly : least
        const under = 365n * 1_000_000n
        return {
          fund_id: fundId,
          fee_minor: String(parts / under + (2n * (parts % under) >= under ? 1n : 0n)),
        }
      })
      expect(charged).toEqual(expected)
      await calls.isSound()
    },
    propertyTimeoutMs,
  )
})
