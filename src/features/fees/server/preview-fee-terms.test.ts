import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { testClock } from '../../../testing/clock.ts'
import { countQueries } from '../../../testing/count-queries.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { feeTermsCalls } from '../../../testing/fee-terms-calls.ts'
import { commandOf } from '../../../testing/grants/basket-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'

let world: PostingWorld
let fees: ReturnType<typeof feeCalls>
let calls: ReturnType<typeof feeTermsCalls>

const [ofFile] = clientsWithFees.npt.feeSchedules[0]?.versions ?? []
if (!ofFile) throw new Error('the schedule has terms')
const terms = (about: Partial<FeeTerms> = {}): FeeTerms => ({
  ...ofFile,
  from: '2026-05-01',
  tiers: [{ upToMinor: null, millionths: 10_000 }],
  ...about,
})

beforeAll(async () => {
  world = await startPostingWorld(testClock(feeTime), { clients: clientsWithFees })
  fees = feeCalls(world)
  calls = feeTermsCalls(world.portal)
  await fees.renew()
})
afterAll(() => world.stop())

test('the preview compares the last charged period on both terms', async () => {
  const [large, small] = [
    await makeFund(world.portal, { balanceMinor: 600_000_00n }),
    await makeFund(world.portal, { balanceMinor: 1_000_00n }),
  ]
  expect((await calls.preview(world.staff, terms())).reply.period).toBeNull()
  await fees.charge(march)
  const { period } = (await calls.preview(world.staff, terms({ minimumPerYearMinor: 0n }))).reply
  // By the balances after the fee was posted: each fund, with the fund of the world.
  expect(period).toMatchObject({ periodFrom: march, periodTo: '2026-03-31', termsFrom: '2026-01-01' })
  expect(period).toMatchObject({ paysMore: 2, paysLess: 1, paysTheSame: 0 })
  expect(period?.largest.find(({ fundId }) => fundId === large.fundId)).toMatchObject({
    // 0.6% of 500,000 and 0.3% of 100,000; 1% of 600,000: 31 of 365 days
    ...{ beforeMinor: 280_27n, afterMinor: 509_59n },
  })
  // The least of a year, and 1% of 1,000
  expect(period?.largest.find(({ fundId }) => fundId === small.fundId)).toMatchObject({
    ...{ beforeMinor: 10_19n, afterMinor: 85n },
  })
  const [before, after] = [period?.beforeMinor ?? 0n, period?.afterMinor ?? 0n]
  expect(before).toBe(period?.largest.reduce((sum, { beforeMinor }) => sum + beforeMinor, 0n))
  expect(after).toBe(period?.largest.reduce((sum, { afterMinor }) => sum + afterMinor, 0n))
  const advance = (await calls.preview(world.staff, { ...ofFile, charged: 'in-advance' })).reply.period
  // The average of February, before which the funds had the same.
  expect(advance?.afterMinor).toBe(advance?.beforeMinor)
  expect((await calls.preview(world.staff, terms({ from: '2026-05-02' }))).status).toBe(400)
})

test('the preview has the reductions of the funds, for the days that both terms charge', async () => {
  const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  const body = commandOf({
    ...{ fundId: fund.fundId, schedule: 'administrative', hundredths: 5_000, reason: 'Agreed' },
    // The last 10 of the 31 days.
    ...{ startsOn: isoDate('2026-03-22'), endsOn: isoDate('2026-12-31') },
  })
  const key = () => ({ idempotencyKey: randomUUID() })
  const entered = await world.portal.call(enterFeeReduction, { body }, { as: world.staff.session, ...key() })
  const params = { reductionId: entered.reply.reductionId }
  const confirmed = await world.portal.call(
    confirmFeeReduction,
    { params, body: commandOf({}) },
    { as: world.other.session, ...key() },
  )
  expect(confirmed.status).toBe(200)
  const { period } = (await calls.preview(world.staff, terms())).reply
  expect(period?.largest.find(({ fundId }) => fundId === fund.fundId)).toMatchObject({
    // 0.6% and 1% of 100,000 for 26 of 365 days
    ...{ beforeMinor: 42_74n, afterMinor: 71_23n },
  })
})

test('the preview reads the balances again only where other days decide', async () => {
  const statements = async (about: Partial<FeeTerms>) =>
    await countQueries(async () => {
      expect((await calls.preview(world.staff, terms(about))).status).toBe(200)
    })
  await statements({})
  expect((await statements({ charged: 'in-advance' })) - (await statements({}))).toBe(1)
})
