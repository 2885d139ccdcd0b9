import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, feeCalls, feeTime } from '../../../testing/fee-calls.ts'
import { feeTermsCalls } from '../../../testing/fee-terms-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { listFeeSchedules } from '../fees.contract.ts'
import { storedTerms } from './stored-terms.ts'

// What the pages say of terms that wait and of those that were set, and what the database refuses where the program would set them.

const clock = testClock(feeTime)
let world: PostingWorld
let fees: ReturnType<typeof feeCalls>
let calls: ReturnType<typeof feeTermsCalls>

const [ofFile] = clientsWithFees.npt.feeSchedules[0]?.versions ?? []
if (!ofFile) throw new Error('the schedule has terms')
const inAdvance: FeeTerms = { ...ofFile, charged: 'in-advance' }
const terms = (from: string): FeeTerms => ({ ...inAdvance, from, minimumPerYearMinor: 7_00n })

beforeAll(async () => {
  const feeSchedules = clientsWithFees.npt.feeSchedules.map(each => ({ ...each, versions: [inAdvance] }))
  world = await startPostingWorld(clock, {
    clients: { ...clientsWithFees, npt: { ...clientsWithFees.npt, feeSchedules } },
  })
  fees = feeCalls(world)
  calls = feeTermsCalls(world.portal)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
  await withoutTriggers(world.portal.database.admin, 'delete from month_close')
  clock.set(feeTime)
  await fees.renew()
})

const termsWait = async () =>
  (await world.portal.call(listFeeSchedules, {}, { as: world.staff.session })).reply.data[0]?.termsWait

test('a proposal ends after seven days or as its first day begins, whichever is sooner', async () => {
  const may = terms('2026-05-01')
  expect((await calls.propose(world.staff, may)).reply.waiting?.endsAt).toBe('2026-04-09T15:00:00.000Z')
  await calls.decline(world.other, await calls.waitingId(world.other))
  clock.set('2026-04-28T15:00:00Z')
  Object.assign(world, { staff: await makeStaff(world.portal), other: await makeStaff(world.portal) })
  // The first of May in New York.
  expect((await calls.propose(world.staff, may)).reply.waiting?.endsAt).toBe('2026-05-01T04:00:00.000Z')
  const id = await calls.waitingId(world.other)
  clock.set('2026-05-01T03:59:59Z')
  const late = await makeStaff(world.portal)
  expect((await calls.show(late)).waiting?.changeId).toBe(id)
  clock.set('2026-05-01T04:00:00Z')
  expect((await calls.show(late)).waiting).toBeNull()
})

test('the list of schedules says whose terms wait, for as long as they do', async () => {
  expect(await termsWait()).toBe(false)
  await calls.propose(world.staff, terms('2026-05-01'))
  expect(await termsWait()).toBe(true)
  expect((await calls.confirm(world.other, await calls.waitingId(world.other))).status).toBe(200)
  expect(await termsWait()).toBe(false)
})

test('months in advance become quarters in arrears on their day, each with its part of the minimum', async () => {
  const quarters: FeeTerms = { ...terms('2026-07-01'), every: 'quarter', charged: 'in-arrears' }
  expect((await calls.propose(world.staff, quarters)).status).toBe(200)
  expect((await calls.confirm(world.other, await calls.waitingId(world.other))).status).toBe(200)
  const fund = await makeFund(world.portal, { balanceMinor: 10_00n })
  clock.set('2026-10-01T15:00:00Z')
  Object.assign(world, { staff: await makeStaff(world.portal), other: await makeStaff(world.portal) })
  const { due } = (await world.portal.call(listFeeSchedules, {}, { as: world.staff.session })).reply
    .data[0] ?? { due: [] }
  expect(due.slice(-2)).toEqual([
    { periodFrom: '2026-06-01', periodTo: '2026-06-30' },
    { periodFrom: '2026-07-01', periodTo: '2026-09-30' },
  ])
  const feeOf = async (periodFrom: string) =>
    (await fees.check(isoDate(periodFrom))).reply.charges.find(({ fundId }) => fundId === fund.fundId)
      ?.feeMinor
  // 120.00 for 30 of 365 days, and 7.00 for 92
  expect([await feeOf('2026-06-01'), await feeOf('2026-07-01')]).toEqual([9_86n, 1_76n])
})

describe('the database sets no terms', () => {
  /** As the program would, which refuses them before. */
  async function set(from: IsoDate): Promise<void> {
    const db = world.portal.databases.book('npt')
    const at = new Date('2026-03-20T12:00:00Z')
    const { change_id } = await db
      .insertInto('fee_terms_change')
      .values({
        ...{ schedule: 'administrative', starts_on: from, terms: storedTerms(terms(from)), reason: 'A test' },
        before_terms: storedTerms(inAdvance),
        ...{ requested_by: randomUUID(), requested_by_name: 'A person', requested_at: at },
      })
      .returning('change_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('fee_terms_change')
      .set({
        ...{ state: 'made', revision: 1, decided_at: at },
        ...{ decided_by: randomUUID(), decided_by_name: 'Another person' },
      })
      .where('change_id', '=', change_id)
      .execute()
  }
  const april = isoDate('2026-04-01')

  test('for days that were charged, or wait to be', async () => {
    const { batchId } = (await fees.enter(april)).reply
    await expect(set(april)).rejects.toThrow('has charged days')
    await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
    await fees.confirm(batchId)
    await expect(set(april)).rejects.toThrow('has charged days')
    await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
    await set(isoDate('2026-05-01'))
  })

  test('in a closed month', async () => {
    await withoutTriggers(
      world.portal.database.admin,
      `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
        values ('npt', '2026-04-01', '[]', '{}', $1, 'A test', now())`,
      [world.staff.user.userId],
    )
    await expect(set(april)).rejects.toThrow('closed month')
    await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
    await set(isoDate('2026-05-01'))
  })
})
