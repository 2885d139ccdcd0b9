import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../clients/client.ts'
import { clients as allClients } from '../../../clients/clients.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { getClientContext } from '../../../contract/client-context.contract.ts'
import { dayMs } from '../../../domain/durations.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { settingCalls } from '../../../testing/setting-calls.ts'
import { clientInForce } from './client-in-force.ts'

const clock = testClock('2026-11-20T15:00:00Z')
/** The clients of the files, which a test may change as an operator does. */
const files: Record<string, Client> = { ...allClients }
let portal: TestApp
let one: Person
let two: Person
let three: Person
let calls: ReturnType<typeof settingCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: files })
  calls = settingCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-11-20T15:00:00Z')
  files.npt = npt
  await portal.database.admin.query(
    'alter table setting_change disable trigger user; truncate setting_change; alter table setting_change enable trigger user',
  )
  ;[one, two, three] = [await makeStaff(portal), await makeStaff(portal), await makeStaff(portal)]
})

const contextOf = async (client = 'npt') =>
  (await portal.call(getClientContext, {}, { client })).reply.clientSettings
const waitingId = async (by = one) => (await calls.settingOf(by, 'dual-control-from')).waiting?.changeId ?? ''
const rows = async () =>
  (
    await portal.database.admin.query(
      'select state, revision, decided_by from setting_change order by change_id',
    )
  ).rows
/** What the server answers to a body that no form would send. */
const sent = async (path: string, attributes: object) =>
  (
    await portal.app.inject({
      ...{ method: 'POST', url: `/api/settings/${path}`, payload: { data: { type: 'command', attributes } } },
      headers: {
        ...{ ...one.session.headers, host: hostOf('npt'), origin: originOf('npt') },
        'idempotency-key': randomUUID(),
      },
    })
  ).statusCode
const eventsOf = async (kind: string) =>
  (await portal.database.admin.query('select detail from audit_event where kind = $1', [kind])).rows.length

describe('hours and days', () => {
  test('are in force at once, for everything that reads them, with their history', async () => {
    const changed = await calls.setHours(one, 'Monday to Thursday, 10 a.m. to 2 p.m.')
    expect(changed.status).toBe(200)
    expect((await contextOf()).support.hours).toBe('Monday to Thursday, 10 a.m. to 2 p.m.')
    expect((await calls.setDays(two, [3, 8])).status).toBe(200)
    expect((await contextOf()).grantDays).toEqual({ decision: 3, payment: 8 })
    const fund = await makeFund(portal)
    const { charityId } = await makeCharity(portal.databases)
    const grant = await recommend(portal, fund, recommendation(charityId), { as: fund.donor.session })
    // Three banking days after November 20, a Friday.
    expect(grant.reply.next?.by).toBe('2026-11-25')
    const { history } = (await calls.show(one)).reply
    expect(history).toHaveLength(2)
    expect(history[1]).toMatchObject({
      ...{ setting: 'support-hours', state: 'made', before: npt.support.hours, reason: 'A new season' },
      ...{ requestedByName: 'Prudence Gale', decidedByName: null },
    })
    // Another client keeps its own.
    expect((await contextOf('nptuk')).grantDays).toEqual(allClients.nptuk?.grantDays)
    const job = await clientInForce(portal.databases.realm('npt'), npt)
    expect(job.grantDays).toEqual({ decision: 3, payment: 8 })
  })

  test('refuse texts and numbers that are none, and what changes nothing', async () => {
    const lastChangeId = null
    const about = { lastChangeId, reason: 'A new season' }
    for (const hours of ['', '   ', 'x'.repeat(201), 'Nine\u202eto five', 'a\nb', 7, null, ['x']])
      expect(await sent('support-hours', { ...about, hours }), String(hours)).toBe(400)
    expect(await sent('support-hours', { hours: 'Mornings', reason: '', lastChangeId })).toBe(400)
    expect(await sent('support-hours', { hours: 'Mornings', reason: 'x', lastChangeId: 'x' })).toBe(400)
    for (const days of [
      [0, 5],
      [61, 5],
      [5, -1],
      [1.5, 5],
      ['5', 5],
      [2 ** 53, 1],
    ] as const)
      expect(await sent('grant-days', { ...about, decision: days[0], payment: days[1] }), String(days)).toBe(
        400,
      )
    const { decision, payment } = npt.grantDays
    expect((await calls.setDays(one, [decision, payment])).problem.errors).toHaveProperty('decision')
    expect(await rows()).toEqual([])
  })

  test('of two who change one at once the second is told, and a repeat changes nothing', async () => {
    const answers = await Promise.all([
      calls.setHours(one, 'Mornings', { lastChangeId: null }),
      calls.setHours(two, 'Evenings', { lastChangeId: null }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const key = randomUUID()
    const { lastChangeId } = await calls.settingOf(one, 'support-hours')
    expect((await calls.setHours(one, 'Noon', { key, lastChangeId })).status).toBe(200)
    expect((await calls.setHours(one, 'Noon', { key, lastChangeId })).status).toBe(200)
    // The same key with another value, or from someone else, is refused: no one believes in a change that was not made.
    expect((await calls.setHours(one, 'Midnight', { key, lastChangeId })).problem.detail).toContain(
      'with different details',
    )
    expect((await calls.setHours(two, 'Noon', { key, lastChangeId })).status).toBe(409)
    expect(await rows()).toHaveLength(2)
  })

  test('follow the file once it says something else', async () => {
    await calls.setHours(one, 'Mornings')
    files.npt = { ...npt, support: { ...npt.support, hours: 'Evenings' } }
    expect((await contextOf()).support.hours).toBe('Evenings')
    expect(await calls.settingOf(one, 'support-hours')).toMatchObject({ isOverruledByFile: true })
    expect((await calls.setHours(one, 'Noon')).status).toBe(200)
    expect((await contextOf()).support.hours).toBe('Noon')
  })
})

describe('a threshold', () => {
  test('takes two people, and then holds for approvals and postings', async () => {
    const charity = await makeFund(portal, { balanceMinor: 50_000_00n })
    const grantId = await makeGrant(portal, charity, { amountMinor: 10_000_00n })
    const proposed = await calls.propose(one, 10_000_00n)
    expect(proposed.status).toBe(200)
    const id = await waitingId()
    expect(await calls.settingOf(one, 'dual-control-from')).toMatchObject({ value: '2500000' })
    const own = await calls.confirm(one, id)
    expect(own.status).toBe(400)
    expect(own.problem.detail).toBe('You proposed this, so someone else has to confirm it.')
    clock.advance(4 * 60_000)
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect((await calls.confirm(three, id)).status).toBe(409)
    expect(await calls.settingOf(one, 'dual-control-from')).toMatchObject({ value: '1000000', waiting: null })
    expect(await eventsOf('settings-threshold-confirmed')).toBe(1)
    // An approval from the threshold on needs a step-up, which is older than five minutes by now.
    clock.advance(6 * 60_000)
    const refused = await grantCalls(portal).approve(grantId, three.session)
    expect(refused.problem.type).toContain('step-up-needed')
    files.npt = { ...npt, dualControlFromMinor: 9_000_00n }
    expect(await calls.settingOf(one, 'dual-control-from')).toMatchObject({
      ...{ value: '900000', isOverruledByFile: true },
    })
    files.npt = { ...npt, dualControlFromMinor: 90_000_00n }
    expect(await calls.settingOf(one, 'dual-control-from')).toMatchObject({
      ...{ value: '1000000', isOverruledByFile: false },
    })
  })

  test('stays on the page while it waits, however much is changed in the meantime', async () => {
    await calls.setDays(two, [4, 9])
    clock.advance(1_000)
    await calls.propose(one, 100_00n)
    clock.advance(1_000)
    for (const hour of Array(101).keys())
      expect((await calls.setHours(one, `From ${hour} o’clock`)).status).toBe(200)
    const { data, history } = (await calls.show(two)).reply
    const waiting = data.find(({ name }) => name === 'dual-control-from')?.waiting
    expect(waiting).toMatchObject({ value: '10000' })
    expect(history.filter(({ state }) => state === 'waiting')).toHaveLength(1)
    expect(history.filter(({ setting }) => setting === 'grant-days')).toHaveLength(1)
    expect(history).toHaveLength(102)
    expect((await calls.confirm(two, waiting?.changeId ?? '')).status).toBe(200)
  })

  test('is never above that of the file, and no amount that is none', async () => {
    expect((await calls.propose(one, npt.dualControlFromMinor + 1n)).problem.errors).toHaveProperty(
      'amountMinor',
    )
    const about = { threshold: 'dual-control-from', lastChangeId: null, reason: 'A new season' }
    for (const amountMinor of ['0', '-1', '1'.repeat(16), '1e3', '', 100, null, '9'.repeat(15)])
      expect(await sent('thresholds', { ...about, amountMinor }), String(amountMinor)).toBe(400)
    expect(await sent('thresholds', { ...about, threshold: 'support-hours', amountMinor: '100' })).toBe(400)
    expect((await calls.propose(one, npt.dualControlFromMinor)).problem.errors).toHaveProperty('amountMinor')
    expect(
      (await calls.propose(one, 1_00n, { threshold: 'secondary-step-up-from', lastChangeId: null })).status,
    ).toBe(404)
  })

  test('may go up again to that of the file, by two people', async () => {
    await calls.propose(one, 100_00n)
    await calls.confirm(two, await waitingId())
    expect((await calls.propose(two, npt.dualControlFromMinor)).status).toBe(200)
    expect((await calls.confirm(one, await waitingId())).status).toBe(200)
    expect((await rows()).map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('ends after seven days, and with a changed file, and can be proposed again', async () => {
    await calls.propose(one, 100_00n)
    const id = await waitingId()
    files.npt = { ...npt, dualControlFromMinor: 20_000_00n }
    expect((await calls.confirm(two, id)).problem.detail).toContain('The client’s file was changed')
    expect(await calls.settingOf(one, 'dual-control-from')).toMatchObject({ value: '2000000', waiting: null })
    files.npt = npt
    clock.advance(7 * dayMs + 1)
    const [later, other] = [await makeStaff(portal), await makeStaff(portal)]
    expect((await calls.confirm(later, id)).problem.detail).toContain('within 7 days')
    expect((await calls.propose(later, 200_00n)).status).toBe(200)
    expect((await calls.confirm(other, await waitingId(later))).status).toBe(200)
    expect((await rows()).map(({ state }) => state)).toEqual(['lapsed', 'made'])
  })

  test('is declined by another, or withdrawn by its own, and decided once', async () => {
    await calls.propose(one, 100_00n)
    expect((await calls.propose(two, 200_00n)).status).toBe(409)
    const id = await waitingId()
    const answers = await Promise.all([
      calls.confirm(two, id),
      calls.decline(three, id),
      calls.decline(one, id),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = await calls.propose(one, 300_00n)
    expect(again.status).toBe(200)
    const own = await waitingId()
    expect((await calls.decline(one, own)).reply.history[0]).toMatchObject({ state: 'withdrawn' })
    const events = await eventsOf('settings-threshold-declined')
    expect((await calls.decline(one, own)).status).toBe(200)
    expect((await calls.decline(two, own)).status).toBe(409)
    expect(await eventsOf('settings-threshold-declined')).toBe(events)
  })

  test('of two who confirm at once one does, and of two who propose at once one', async () => {
    const proposals = await Promise.all([
      calls.propose(one, 100_00n, { lastChangeId: null }),
      calls.propose(two, 200_00n, { lastChangeId: null }),
    ])
    expect(proposals.map(({ status }) => status).sort()).toEqual([200, 409])
    const id = await waitingId()
    const owner = (await calls.settingOf(one, 'dual-control-from')).waiting?.isOwn ? one : two
    const answers = await Promise.all([
      calls.confirm(owner === one ? two : one, id),
      calls.confirm(three, id),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await eventsOf('settings-threshold-confirmed')).toBeGreaterThan(0)
  })

  test('needs a step-up, to propose and to confirm', async () => {
    await calls.propose(one, 100_00n)
    const id = await waitingId()
    clock.advance(6 * 60_000)
    expect((await calls.propose(two, 200_00n, { threshold: 'step-up-from' })).problem.type).toContain(
      'step-up',
    )
    expect((await calls.confirm(two, id)).problem.type).toContain('step-up')
  })

  test('is in force whole or not at all if the program is killed while it is confirmed', async () => {
    await calls.propose(one, 100_00n)
    const id = await waitingId()
    const { host, port, database } = portal.database.connection
    const now = clock.now().toISOString()
    const given = { server: { host, port, database }, changeId: id, userId: two.user.userId, now }
    await killedAt(portal.database, {
      table: 'audit_event',
      when: `new.kind = 'settings-threshold-confirmed'`,
      script: 'src/testing/confirm-threshold-program.ts',
      args: [JSON.stringify(given)],
    })
    expect(await rows()).toMatchObject([{ state: 'waiting', revision: null }])
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'made', revision: 1, decided_by: two.user.userId }])
  })
})
