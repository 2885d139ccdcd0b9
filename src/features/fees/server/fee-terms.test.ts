import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../clients/client.ts'
import { isoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { hostOf, originOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { feeTermsCalls } from '../../../testing/fee-terms-calls.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { listFeeSchedules } from '../fees.contract.ts'

// It is April 2, 2026, and npt charges each month since January.

const clock = testClock(feeTime)
const files: Record<string, Client> = { ...clientsWithFees }
let world: PostingWorld
let fees: ReturnType<typeof feeCalls>
let calls: ReturnType<typeof feeTermsCalls>
let one: Person
let two: Person
let three: Person

const [ofFile] = clientsWithFees.npt.feeSchedules[0]?.versions ?? []
if (!ofFile) throw new Error('the schedule has terms')
const terms = (about: Partial<FeeTerms> = {}): FeeTerms => ({
  ...ofFile,
  from: '2026-05-01',
  tiers: [{ upToMinor: null, millionths: 10_000 }],
  ...about,
})
const rows = async () =>
  (
    await world.portal.database.admin.query(
      'select state, revision, starts_on::text, decided_by from fee_terms_change order by change_id',
    )
  ).rows
const events = async (kind: string): Promise<number> =>
  Number(
    (await world.portal.database.admin.query('select count(*) from audit_event where kind = $1', [kind]))
      .rows[0]?.count,
  )

beforeAll(async () => {
  world = await startPostingWorld(clock, { clients: files })
  fees = feeCalls(world)
  calls = feeTermsCalls(world.portal)
})
afterAll(() => world.stop())
beforeEach(async () => {
  files.npt = clientsWithFees.npt
  clock.set(feeTime)
  await fees.renew()
  await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
  await withoutTriggers(world.portal.database.admin, 'delete from month_close')
  await comes(feeTime)
})

/** People log in anew at another time. */
async function comes(at: string): Promise<void> {
  clock.set(at)
  const makePerson = () => makeStaff(world.portal)
  ;[one, two, three] = [await makePerson(), await makePerson(), await makePerson()]
  Object.assign(world, { staff: one, other: two })
}

/** Two people set terms. */
async function set(about: Partial<FeeTerms>): Promise<void> {
  expect((await calls.propose(one, terms(about))).status).toBe(200)
  expect((await calls.confirm(two, await calls.waitingId(one))).status).toBe(200)
}

describe('new terms', () => {
  test('wait for a second person, hold from their day on, and change no fee of before', async () => {
    const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
    const feeOf = async (periodFrom: string) =>
      (await fees.check(isoDate(periodFrom))).reply.charges.find(({ fundId }) => fundId === fund.fundId)
        ?.feeMinor
    await fees.charge(isoDate('2026-01-01'))
    expect((await calls.propose(one, terms())).reply.waiting).toMatchObject({
      ...{ isOwn: true, reason: 'Agreed with the trustees', before: { from: '2026-01-01' } },
      refusal: 'You proposed this, so someone else has to confirm it.',
    })
    const id = await calls.waitingId(two)
    const confirmed = (await calls.confirm(two, id)).reply
    expect(confirmed.waiting).toBeNull()
    expect(confirmed.versions.map(({ terms, state, to }) => [terms.from, state, to])).toEqual([
      ['2026-01-01', 'in-force', '2026-04-30'],
      ['2026-05-01', 'coming', null],
    ])
    expect(confirmed.versions[1]?.setBy).toMatchObject({ decidedAt: clock.now().toISOString() })
    expect(confirmed.history).toMatchObject([{ state: 'made', endedBy: null }])
    expect(await feeOf('2026-02-01')).toBe(46_01n)
    await comes('2026-06-02T15:00:00Z')
    expect(await feeOf('2026-04-01')).toBe(49_30n)
    // 1% for the 31 days of May
    expect(await feeOf('2026-05-01')).toBe(84_91n)
    const listed = (await world.portal.call(listFeeSchedules, {}, { as: one.session })).reply.data[0]
    expect(listed?.terms).toMatchObject({ from: '2026-05-01' })
    expect(listed?.due.map(({ periodFrom }) => periodFrom)).toEqual([
      ...['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
    ])
  })

  test('let late entries change an earlier period by its own terms', async () => {
    await set({})
    await comes('2026-06-02T15:00:00Z')
    const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
    for (const month of ['01', '02', '03', '04']) await fees.charge(isoDate(`2026-${month}-01`))
    await fees.gain(fund, 10_000_00n, isoDate('2026-02-15'))
    const { charges } = (await fees.check(isoDate('2026-05-01'))).reply
    const ofFund = charges.filter(({ fundId }) => fundId === fund.fundId)
    // 0.6% of 10,000 for 14 days, and 1% from May on
    expect(ofFund.find(({ periodFrom }) => periodFrom === '2026-02-01')?.dueMinor).toBe(2_31n)
    expect(ofFund.find(({ periodFrom }) => periodFrom === '2026-05-01')?.feeMinor).toBeGreaterThan(90_00n)
  })

  test('may replace those that have not begun, and none else', async () => {
    await set({})
    await set({ from: '2026-07-01', tiers: [{ upToMinor: null, millionths: 9_000 }] })
    await set({ tiers: [{ upToMinor: null, millionths: 8_000 }] })
    const shown = await calls.show(one)
    expect(shown.versions.map(({ terms: { from, tiers } }) => [from, tiers[0]?.millionths])).toEqual([
      ['2026-01-01', 6_000],
      ['2026-05-01', 8_000],
    ])
    expect(shown.history.map(({ endedBy }) => endedBy)).toEqual([null, 'later-terms', 'later-terms'])
    await comes('2026-05-02T15:00:00Z')
    const refused = await calls.propose(one, terms({ minimumPerYearMinor: 1n }))
    expect(refused.problem.errors?.from?.[0]).toContain('after today')
  })

  test('are never for charged days, days that have begun or a part of a period, and never unsound', async () => {
    await fees.charge(march)
    const tiers = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ upToMinor: BigInt(at + 1), millionths: 1 }))
    const last = { upToMinor: null, millionths: 1 }
    for (const [wrong, field] of [
      [{ from: '2026-03-01' }, 'from'],
      [{ from: '2026-04-01' }, 'from'],
      [{ from: '2026-05-02' }, 'from'],
      [{ from: '2026-05-01', every: 'quarter' }, 'from'],
      [{ from: '2028-05-01' }, 'from'],
      [{ tiers: ofFile.tiers }, 'tiers'],
      [{ tiers: [{ upToMinor: 2n, millionths: 1 }, { upToMinor: 2n, millionths: 1 }, last] }, 'tiers'],
      [{ tiers: [{ upToMinor: 0n, millionths: 1 }, last] }, 'tiers'],
      [{ tiers: tiers(2) }, 'tiers'],
    ] as const satisfies readonly (readonly [Partial<FeeTerms>, string])[]) {
      const { status, problem } = await calls.propose(one, terms({ ...wrong }))
      expect(
        [status, Object.keys(problem.errors ?? {})],
        JSON.stringify(wrong, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ).toEqual([400, [field]])
    }
    expect(await rows()).toEqual([])
  })

  test('are refused where they are no terms at all', async () => {
    const about = {
      ...{ from: '2026-05-01', every: 'month', charged: 'in-arrears', excludedAssets: 'included' },
      ...{ minimumPerYearMinor: '0', tiers: [{ upToMinor: null, millionths: 1 }], reason: 'A test' },
    }
    const send = (more: object) =>
      world.portal.app.inject({
        ...{ method: 'POST', url: '/api/fee-schedules/administrative/terms' },
        headers: {
          ...{ ...one.session.headers, host: hostOf('npt'), origin: originOf('npt') },
          'idempotency-key': randomUUID(),
        },
        payload: { data: { type: 'command', attributes: { ...about, ...more } } },
      })
    for (const wrong of [
      { minimumPerYearMinor: '-1' },
      { minimumPerYearMinor: `1${'0'.repeat(30)}` },
      { minimumPerYearMinor: 1 },
      { tiers: [{ upToMinor: null, millionths: -1 }] },
      { tiers: [{ upToMinor: null, millionths: 1_000_001 }] },
      { tiers: [{ upToMinor: null, millionths: 0.5 }] },
      {
        tiers: [
          { upToMinor: `1${'0'.repeat(30)}`, millionths: 1 },
          { upToMinor: null, millionths: 1 },
        ],
      },
      { tiers: 'all' },
      { tiers: [] },
      { tiers: Array(1_000).fill({ upToMinor: '1', millionths: 1 }) },
      { every: 'year' },
      { from: '2026-02-30' },
      { reason: '' },
    ])
      expect((await send(wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    expect((await send({})).statusCode).toBe(200)
  })

  test('are decided about by another person, once, however often and however many press', async () => {
    const key = randomUUID()
    const first = await calls.propose(one, terms(), key)
    expect((await calls.propose(one, terms(), key)).reply.waiting?.changeId).toBe(
      first.reply.waiting?.changeId,
    )
    expect((await calls.propose(one, terms({ minimumPerYearMinor: 1n }), key)).status).toBe(409)
    expect((await calls.propose(two, terms({ minimumPerYearMinor: 1n }))).status).toBe(409)
    const id = await calls.waitingId(one)
    expect((await calls.confirm(one, id)).problem.detail).toContain('someone else has to')
    const before = await events('posting-fee-terms-confirmed')
    const answers = await Promise.all([
      calls.confirm(two, id),
      calls.confirm(three, id),
      calls.decline(one, id),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const made = (await rows()).filter(({ state }) => state === 'made').length
    expect(await events('posting-fee-terms-confirmed')).toBe(before + made)
  })

  test('are declined by another or withdrawn by their own, and can be proposed again', async () => {
    await calls.propose(one, terms())
    expect((await calls.decline(two, await calls.waitingId(one))).reply.history).toMatchObject([
      { state: 'declined' },
    ])
    await calls.propose(one, terms())
    expect((await calls.decline(one, await calls.waitingId(one))).reply.waiting).toBeNull()
    expect((await rows()).map(({ state }) => state)).toEqual(['declined', 'withdrawn'])
  })

  test('lapse after seven days, when their day has come, and when the file says something else', async () => {
    await calls.propose(one, terms())
    const id = await calls.waitingId(one)
    files.npt = {
      ...clientsWithFees.npt,
      feeSchedules: clientsWithFees.npt.feeSchedules.map(each => ({
        ...each,
        versions: [{ ...ofFile, minimumPerYearMinor: 5n }],
      })),
    }
    expect((await calls.confirm(two, id)).problem.detail).toContain('were changed since')
    files.npt = clientsWithFees.npt
    clock.advance(7 * dayMs + 1)
    await comes(clock.now().toISOString())
    expect((await calls.confirm(two, id)).problem.detail).toContain('within 7 days')
    expect((await calls.show(two)).history).toMatchObject([{ state: 'lapsed' }])
    expect((await calls.propose(one, terms())).status).toBe(200)
    expect((await rows()).map(({ state }) => state)).toEqual(['lapsed', 'waiting'])
    await comes('2026-04-28T15:00:00Z')
    expect((await calls.propose(one, terms({ minimumPerYearMinor: 3n }))).status).toBe(200)
    await comes('2026-05-01T15:00:00Z')
    const [row] = (await calls.show(one)).history
    const late = await calls.confirm(two, row?.changeId ?? '')
    expect(late.problem.detail).toContain('can no longer begin')
  })

  test('of the file hold for a day that both have, and the page says so', async () => {
    await set({})
    const versions = [ofFile, { ...ofFile, from: '2026-05-01', minimumPerYearMinor: 1n }]
    files.npt = {
      ...clientsWithFees.npt,
      feeSchedules: clientsWithFees.npt.feeSchedules.map(each => ({ ...each, versions })),
    }
    const shown = await calls.show(one)
    expect(shown.versions[1]).toMatchObject({ terms: { minimumPerYearMinor: 1n }, setBy: null })
    expect(shown.history).toMatchObject([{ state: 'made', endedBy: 'file' }])
    expect(shown.firstDays.month[0]).toBe('2026-06-01')
  })

  test('hold whole or not at all if the program is killed while they are confirmed', {
    timeout: 120_000,
  }, async () => {
    await calls.propose(one, terms())
    const id = await calls.waitingId(one)
    const { host, port, database } = world.portal.database.connection
    const given = {
      server: { host, port, database },
      changeId: id,
      userId: two.user.userId,
      now: clock.now(),
    }
    await killedAt(world.portal.database, {
      ...{ table: 'audit_event', when: `new.kind = 'posting-fee-terms-confirmed'` },
      ...{ script: 'src/testing/fee-terms-program.ts', args: [JSON.stringify(given)] },
    })
    expect(await rows()).toMatchObject([{ state: 'waiting', revision: null }])
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'made', revision: 1, decided_by: two.user.userId }])
  })
})
