import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, feeCalls, feeTime } from '../../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { checkDivision, type DivisionInput, enterDivision } from '../division.contract.ts'
import { getPostingBatch } from '../posting-batches.contract.ts'

const clock = testClock(feeTime)
let world: PostingWorld
let calls: ReturnType<typeof feeCalls>
let small: MadeFund

beforeAll(async () => {
  world = await startPostingWorld(clock, { clients: clientsWithFees })
  calls = feeCalls(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await calls.renew()
  // The fund of the world has a million.
  small = await makeFund(world.portal, { balanceMinor: 500_000_00n })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const division: DivisionInput = {
  ...{ kind: 'gain', totalMinor: 100_00n, effectiveDate: isoDate('2026-03-31'), comment: null },
  // The first day belongs to another key, and does not count.
  ...{ key: 'balance', from: isoDate('2026-01-01'), to: isoDate('2026-03-31'), withExcludedAssets: true },
  fundTypes: ['Individual', 'Joint', 'Organization'],
}
const check = async (about: Partial<DivisionInput> = {}) =>
  await world.portal.call(
    checkDivision,
    { body: command({ ...division, ...about }) },
    { as: world.staff.session },
  )
const enter = async (planHash: string, person = world.staff) =>
  await world.portal.call(
    enterDivision,
    { body: command({ ...division, planHash, reference: `Gains ${randomUUID()}` }) },
    { as: person.session },
  )

test('a total is divided to the cent, is entered once by two people at the same time, and keeps its working', async () => {
  const { planHash, shares } = (await check()).reply
  expect(shares).toMatchObject([
    { fundId: world.fund.fundId, basisMinor: 1_000_000_00n, amountMinor: 66_67n },
    { fundId: small.fundId, basisMinor: 500_000_00n, amountMinor: 33_33n },
  ])
  const both = await Promise.all([enter(planHash), enter(planHash, world.other)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const entered = both.find(({ status }) => status === 200)?.reply
  const batchId = entered?.batchId ?? ''
  // Whoever of both was first.
  Object.assign(world, { other: await makeStaff(world.portal) })
  await calls.confirm(batchId)
  expect((await calls.linesOf(batchId)).map(({ state, basisMinor }) => [state, basisMinor])).toEqual(
    expect.arrayContaining([
      ['posted', 1_000_000_00n],
      ['posted', 500_000_00n],
    ]),
  )
  expect(await calls.available(small)).toBe(500_033_33n)
  expect((await check()).reply.refusal).toMatch(/^This division was posted as batch \d+\./)
  const uk = await makeStaff(world.portal, { realm: 'nptuk' })
  const elsewhere = { as: uk.session, client: 'nptuk' }
  expect((await world.portal.call(getPostingBatch, { params: { batchId } }, elsewhere)).status).toBe(404)
  await calls.isSound()
})

test('equal parts go to the funds that were open on the day', async () => {
  const late = await makeFund(world.portal, { balanceMinor: 500_000_00n, openedOn: isoDate('2026-04-01') })
  const fundIds = async (effectiveDate: IsoDate) =>
    (await check({ key: 'equal', effectiveDate })).reply.shares.map(({ fundId }) => fundId)
  expect(await fundIds(isoDate('2026-04-01'))).toContain(late.fundId)
  expect(await fundIds(isoDate('2026-03-31'))).not.toContain(late.fundId)
  expect(await fundIds(isoDate('2026-03-31'))).toContain(small.fundId)
})

test('a division that would come out otherwise than it was seen is refused', async () => {
  const { planHash } = (await check()).reply
  await calls.gain(small, 1_000_00n, isoDate('2026-03-30'))
  expect((await enter(planHash)).problem.detail).toMatch(/has changed since you checked it/)
  expect((await check({ to: isoDate('2026-04-03') })).problem.errors?.to).toEqual([
    'The date is in the future',
  ])
  expect(
    (await check({ fundTypes: ['General'], to: isoDate('1995-01-01') })).problem.errors?.key,
  ).toHaveLength(1)
  expect((await check({ kind: 'other' })).problem.errors?.comment).toHaveLength(1)
})
