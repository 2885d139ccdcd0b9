import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import {
  confirmFeeReduction,
  endFeeReduction,
  enterFeeReduction,
  type FeeReduction,
  listFeeReductions,
} from '../fee-reductions.contract.ts'

const [schedule] = npt.feeSchedules
const [terms] = schedule.versions
const [january, april] = ['2026-01-01', '2026-04-01']
const today = isoDate('2026-04-02')
/** From March on each month pays in advance, twice as much, also on excluded assets, and there is no minimum. */
const later = {
  ...{ from: march, every: 'month' as const, charged: 'in-advance' as const },
  ...{ excludedAssets: 'included' as const, minimumPerYearMinor: 0n },
  tiers: [{ upToMinor: null, millionths: 12_000 }],
}
let world: PostingWorld
let calls: ReturnType<typeof feeCalls>

beforeAll(async () => {
  const feeSchedules = [{ ...schedule, versions: [{ ...terms, from: january }, later] }]
  const clients = { ...clientsWithFees, npt: { ...clientsWithFees.npt, feeSchedules } }
  world = await startPostingWorld(testClock(feeTime), { clients })
  calls = feeCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => calls.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const chargesOf = async (fund: MadeFund, periodFrom: IsoDate) =>
  (await calls.check(periodFrom)).reply.charges
    .filter(({ fundId }) => fundId === fund.fundId)
    .map(({ periodFrom: from, dueMinor }) => [from, dueMinor])

test('a version of the terms charges the periods from its day on, and differences of earlier ones by their own terms', async () => {
  const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  await makeContribution(world.portal.databases, fund, 50_000_00n, { into: 'excluded' })
  expect(await chargesOf(fund, february)).toEqual([[february, 46_03n]])
  await calls.charge(february)
  // The average of February, with the excluded assets, for the 31 days of March.
  expect(await chargesOf(fund, march)).toEqual([[march, 152_88n]])
  await calls.charge(march)
  await calls.gain(fund, 10_000_00n, addDays(february, 14))
  expect((await chargesOf(fund, isoDate(april))).slice(0, 3).toSorted()).toEqual([
    [february, 2_30n],
    [march, 5_09n],
    [april, expect.any(BigInt)],
  ])
})

const enter = async ({ fundId }: MadeFund, startsOn: IsoDate, endsOn: IsoDate): Promise<FeeReduction> => {
  const asked = { fundId, schedule: schedule.name, hundredths: 5_000, startsOn, endsOn, reason: 'Agreed' }
  const { reply } = await world.portal.call(
    enterFeeReduction,
    { body: command(asked) },
    { as: world.staff.session, idempotencyKey: randomUUID() },
  )
  return reply
}
const confirm = async ({ reductionId }: FeeReduction) =>
  await world.portal.call(
    confirmFeeReduction,
    { params: { reductionId }, body: command({}) },
    { as: world.other.session },
  )
const end = async ({ reductionId }: FeeReduction, person = world.staff) =>
  await world.portal.call(
    endFeeReduction,
    { params: { reductionId }, body: command({}) },
    { as: person.session, idempotencyKey: randomUUID() },
  )

test('a reduction that waits is withdrawn: it changes no fee, and is neither confirmed nor ended afterwards', async () => {
  const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  const waiting = await enter(fund, february, march)
  expect((await end(waiting)).reply).toMatchObject({ status: 'withdrawn', mayConfirm: false, mayEnd: false })
  expect((await confirm(waiting)).status).toBe(409)
  expect((await end(waiting)).status).toBe(409)
  expect(await chargesOf(fund, february)).toEqual([[february, 46_03n]])
  const { reply } = await world.portal.call(
    listFeeReductions,
    { query: { keywords: String(fund.fundId) } },
    { as: world.staff.session },
  )
  expect(reply.data).toMatchObject([{ status: 'withdrawn', endsOn: march }])
})

test('a confirmed reduction ends today, once, and one that has not begun is withdrawn; what was charged with it stays', async () => {
  const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  const [running, coming] = [
    await enter(fund, february, addDays(today, 90)),
    await enter(fund, addDays(today, 10), addDays(today, 90)),
  ]
  for (const each of [running, coming]) expect((await confirm(each)).status).toBe(200)
  expect(await chargesOf(fund, february)).toEqual([[february, 23_01n]])
  await calls.charge(february)
  const both = await Promise.all([end(running), end(running, world.other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 200)?.reply).toMatchObject({ endsOn: today, mayEnd: false })
  expect((await end(coming)).reply.status).toBe('withdrawn')
  expect((await chargesOf(fund, march)).filter(([from]) => from === february)).toEqual([])
})
