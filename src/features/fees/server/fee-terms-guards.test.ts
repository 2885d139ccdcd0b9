import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../../domain/durations.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime } from '../../../testing/fee-calls.ts'
import { feeTermsCalls } from '../../../testing/fee-terms-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { storedTerms } from './stored-terms.ts'

// What no one may do with the terms of a fee: people of other clients, books and roles, and the program itself, which the database guards.

const clock = testClock(feeTime)
let world: PostingWorld
let fees: ReturnType<typeof feeCalls>
let calls: ReturnType<typeof feeTermsCalls>
let one: Person
let two: Person

const [ofFile] = clientsWithFees.npt.feeSchedules[0]?.versions ?? []
if (!ofFile) throw new Error('the schedule has terms')
const terms = (about: Partial<FeeTerms> = {}): FeeTerms => ({
  ...ofFile,
  from: '2026-05-01',
  minimumPerYearMinor: 7_00n,
  ...about,
})

beforeAll(async () => {
  const inAdvance = [{ ...ofFile, charged: 'in-advance' as const }]
  const feeSchedules = clientsWithFees.npt.feeSchedules.map(each => ({ ...each, versions: inAdvance }))
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
  await comes(feeTime)
  await fees.renew()
  ;[one, two] = [world.staff, world.other]
})

async function comes(at: string): Promise<void> {
  clock.set(at)
  ;[one, two] = [await makeStaff(world.portal), await makeStaff(world.portal)]
  Object.assign(world, { staff: one, other: two })
}
const states = async () =>
  (await world.portal.database.admin.query('select state from fee_terms_change order by change_id')).rows.map(
    ({ state }) => state,
  )

describe('people of another client, book or role', () => {
  test('find nothing and change nothing', async () => {
    await calls.propose(one, terms())
    const id = await calls.waitingId(one)
    const stranger = await makeStaff(world.portal, { realm: 'rathbones' })
    const theirs = feeTermsCalls(world.portal, { client: 'rathbones' })
    expect((await theirs.confirm(stranger, id)).status).toBe(404)
    expect((await theirs.decline(stranger, id)).status).toBe(404)
    expect((await theirs.show(stranger)).history).toEqual([])
    expect((await calls.confirm(stranger, id)).status).toBe(401)
    // The book of the UK trust has no such schedule.
    const british = await makeStaff(world.portal, { realm: 'nptuk' })
    const uk = feeTermsCalls(world.portal, { client: 'nptuk' })
    expect((await uk.propose(british, terms())).status).toBe(404)
    expect((await uk.confirm(british, id)).status).toBe(404)
    expect(await states()).toEqual(['waiting'])
  })

  test('without the right read at most', async () => {
    await calls.propose(one, terms())
    const id = await calls.waitingId(one)
    const reader = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'POSTING_CREATE'] }],
    })
    const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
    for (const person of [reader, auditor]) {
      expect((await calls.show(person)).waiting).toMatchObject({
        isOwn: false,
        refusal: 'You do not have access to this step.',
      })
      expect((await calls.propose(person, terms())).status).toBe(400)
      expect((await calls.confirm(person, id)).status).toBe(400)
      expect((await calls.decline(person, id)).status).toBe(400)
      expect((await calls.preview(person, terms())).status).toBe(400)
    }
    expect(await states()).toEqual(['waiting'])
  })
})

test('terms are proposed once by two who do so at once', async () => {
  const both = await Promise.all([
    calls.propose(one, terms()),
    calls.propose(two, terms({ minimumPerYearMinor: 8n })),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await states()).toHaveLength(1)
})

test('terms need a step-up, to propose and to confirm', async () => {
  await calls.propose(one, terms())
  const id = await calls.waitingId(one)
  clock.advance(6 * 60_000)
  expect((await calls.propose(two, terms())).problem.type).toContain('step-up')
  expect((await calls.confirm(two, id)).problem.type).toContain('step-up')
})

test('a period that was charged between proposal and confirmation keeps its terms', async () => {
  await comes('2026-04-28T15:00:00Z')
  await calls.propose(one, terms())
  const id = await calls.waitingId(one)
  await comes('2026-05-01T15:00:00Z')
  await fees.charge(terms().from as typeof february)
  expect((await calls.confirm(two, id)).problem.detail).toContain('were charged')
  expect(await states()).toEqual(['waiting'])
})

test('a month that is closed in between takes no new terms', async () => {
  await calls.propose(one, terms())
  const id = await calls.waitingId(one)
  // The database closes no month that is not over, so this one is closed without its triggers.
  await withoutTriggers(
    world.portal.database.admin,
    `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
      values ('npt', '2026-05-01', '[]', '{}', $1, 'A test', now())`,
    [one.user.userId],
  )
  expect((await calls.confirm(two, id)).problem.detail).toContain('closed')
  expect(await states()).toEqual(['waiting'])
})

test('a run that was checked on other terms is not entered, and one that was entered is not posted', async () => {
  const { planHash } = (await fees.check(february)).reply
  const db = world.portal.databases.book('npt')
  const entered = (await fees.enter(february, planHash)).reply
  // Nobody can set terms for these days; this is a fault of the program.
  await insert({ starts_on: '2026-02-01' as never, ...both('2026-02-01') }, true)
  const confirmed = await fees.confirmBatch(entered.batchId)
  expect(confirmed.problem.detail).toContain('terms of the fee were changed')
  await db
    .updateTable('posting_request')
    .set({
      state: 'withdrawn',
      decided_by: one.user.userId,
      decided_by_name: 'A test',
      decided_at: clock.now(),
    })
    .where('state', '=', 'requested')
    .execute()
  expect((await fees.enter(february, planHash)).problem.detail).toContain('changed since you checked it')
})

const both = (from: string, about: Partial<FeeTerms> = {}) => ({
  terms: storedTerms(terms({ from, charged: 'in-advance', ...about })),
  before_terms: storedTerms({ ...ofFile, charged: 'in-advance' }),
})

async function insert(columns: Record<string, unknown>, isMade = false): Promise<string> {
  const values = {
    ...{
      schedule: 'administrative',
      starts_on: '2026-05-01' as never,
      ...both('2026-05-01'),
      reason: 'A test',
    },
    ...{ requested_by: one.user.userId, requested_by_name: 'A test', requested_at: clock.now() },
    ...columns,
  }
  if (!isMade) {
    const row = await world.portal.databases
      .book('npt')
      .insertInto('fee_terms_change')
      .values(values)
      .returning('change_id')
      .executeTakeFirstOrThrow()
    return row.change_id
  }
  const { rows } = await withoutTriggers(
    world.portal.database.admin,
    `insert into fee_terms_change (book, schedule, starts_on, terms, before_terms, reason, requested_by, requested_by_name, requested_at,
        state, revision, decided_by, decided_by_name, decided_at)
      values ('npt', $1, $2, $3, $4, 'A test', $5, 'A test', '2026-01-20', 'made', 1, $6, 'A test', '2026-01-21') returning change_id`,
    [values.schedule, values.starts_on, values.terms, values.before_terms, one.user.userId, two.user.userId],
  )
  await world.portal.database.admin.query('update posting_batch set entered_at = $1 where state = $2', [
    '2026-01-20',
    'entered',
  ])
  return rows[0]?.change_id
}

describe('the database', () => {
  test('refuses terms by one person, out of order, for other days, or decided twice', async () => {
    const db = world.portal.databases.book('npt')
    const update = db.updateTable('fee_terms_change')
    await expect(insert({ starts_on: '2026-04-01', ...both('2026-04-01') })).rejects.toThrow('not_backdated')
    await expect(insert({ starts_on: '2028-05-01', ...both('2028-05-01') })).rejects.toThrow('two_years')
    await expect(insert({ starts_on: '2026-06-01' })).rejects.toThrow('from_their_day')
    await expect(insert({ before_terms: both('2026-05-01').terms })).rejects.toThrow('change_something')
    await insert({})
    await expect(insert({})).rejects.toThrow('one_waiting')
    const decided = {
      decided_by_name: 'A test',
      decided_at: clock.now(),
      state: 'made',
      revision: 1,
    } as const
    await expect(update.set({ ...decided, decided_by: one.user.userId }).execute()).rejects.toThrow(
      'two_people',
    )
    const late = new Date(clock.now().getTime() + 8 * dayMs)
    const by = { ...decided, decided_by: two.user.userId }
    await expect(update.set({ ...by, decided_at: late }).execute()).rejects.toThrow('confirmed_in_time')
    await expect(update.set({ ...by, revision: 2 }).execute()).rejects.toThrow('does not follow')
    await expect(update.set({ ...by, revision: null }).execute()).rejects.toThrow()
    await update.set(by).execute()
    await expect(update.set({ state: 'lapsed', revision: null }).execute()).rejects.toThrow('is final')
    await expect(db.deleteFrom('fee_terms_change').execute()).rejects.toThrow('permission denied')
    await expect(world.portal.database.admin.query('delete from fee_terms_change')).rejects.toThrow()
  })

  test.each([
    ['a part of a quarter', { every: 'quarter', from: '2026-05-01' }],
    ['no tier', { tiers: [] }],
    ['a last tier with an end', { tiers: [{ upToMinor: 5n, millionths: 1 }] }],
    [
      'a tier without an end before the last',
      {
        tiers: [
          { upToMinor: null, millionths: 1 },
          { upToMinor: null, millionths: 1 },
        ],
      },
    ],
    [
      'tiers that overlap',
      {
        tiers: [
          { upToMinor: 5n, millionths: 1 },
          { upToMinor: 5n, millionths: 2 },
          { upToMinor: null, millionths: 1 },
        ],
      },
    ],
    ['a rate above the whole', { tiers: [{ upToMinor: null, millionths: 1_000_001 }] }],
    ['a negative rate', { tiers: [{ upToMinor: null, millionths: -1 }] }],
    ['a minimum without a bound', { minimumPerYearMinor: 10n ** 30n }],
    ['a negative minimum', { minimumPerYearMinor: -1n }],
    [
      'too many tiers',
      {
        tiers: [
          ...Array.from({ length: 20 }, (_, at) => ({ upToMinor: BigInt(at + 1), millionths: 1 })),
          { upToMinor: null, millionths: 1 },
        ],
      },
    ],
  ] as [string, Partial<FeeTerms>][])('refuses %s', async (_, about) => {
    await expect(insert(both('2026-05-01', about))).rejects.toThrow('are_chargeable')
  })
})
