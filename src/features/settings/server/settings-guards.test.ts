import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { dayMs } from '../../../domain/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { commandOf } from '../../../testing/grants/basket-calls.ts'
import { settingCalls } from '../../../testing/setting-calls.ts'
import { approveGrant } from '../../grants/review/staff-commands.contract.ts'

// What no one may do with settings: people of other clients and without the right, and the program itself, which the database guards.

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof settingCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = settingCalls(portal)
  ;[one, two] = [await makeStaff(portal), await makeStaff(portal)]
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.admin.query(
    'alter table setting_change disable trigger user; truncate setting_change; alter table setting_change enable trigger user',
  )
})

const waitingId = async () => (await calls.settingOf(one, 'dual-control-from')).waiting?.changeId ?? ''
const rows = async () =>
  (await portal.database.admin.query('select state from setting_change order by change_id')).rows

describe('people of another client, and people without the right', () => {
  test('find nothing and change nothing', async () => {
    await calls.propose(one, 100_00n)
    const id = await waitingId()
    const stranger = await makeStaff(portal, { realm: 'rathbones' })
    const theirs = settingCalls(portal, 'rathbones')
    expect((await theirs.confirm(stranger, id)).status).toBe(404)
    expect((await theirs.decline(stranger, id)).status).toBe(404)
    expect((await settingCalls(portal, 'npt').show(stranger)).status).toBe(401)
    const payments = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_PAY'] }],
    })
    expect((await calls.show(payments)).status).toBe(404)
    expect((await calls.confirm(payments, id)).status).toBe(400)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await calls.show(auditor)).status).toBe(200)
    expect((await calls.propose(auditor, 50_00n, { threshold: 'step-up-from' })).status).toBe(400)
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
  })

  test('of another client of the realm decide only about their own', async () => {
    const [first, second] = [
      await makeStaff(portal, { realm: 'nptuk' }),
      await makeStaff(portal, { realm: 'nptuk' }),
    ]
    const there = async ({ user }: Person) => ({
      user,
      session: await portal.sessionFor(user, { client: 'npttransatlantic' }),
    })
    const [uk, both] = [settingCalls(portal, 'nptuk'), settingCalls(portal, 'npttransatlantic')]
    const proposer = await there(first)
    expect((await both.propose(proposer, 100_00n, { threshold: 'secondary-step-up-from' })).status).toBe(200)
    const id = (await both.settingOf(proposer, 'secondary-step-up-from')).waiting?.changeId ?? ''
    expect((await uk.confirm(second, id)).status).toBe(404)
    expect((await both.confirm(await there(second), id)).status).toBe(200)
    expect((await both.settingOf(proposer, 'secondary-step-up-from')).value).toBe('10000')
    expect((await uk.settingOf(first, 'step-up-from')).value).toBe(clients.nptuk?.stepUpFromMinor.toString())
  })
})

describe('two clients that show one book', () => {
  test('have the stricter threshold of both, so that nobody does alone at one what takes two people at the other', async () => {
    const people = await Promise.all([
      makeStaff(portal, { realm: 'nptuk' }),
      makeStaff(portal, { realm: 'nptuk' }),
    ])
    const [first, second] = people
    const at = async ({ user }: Person, client: string) => ({
      user,
      session: await portal.sessionFor(user, { client }),
    })
    const [own, both] = ['nptuk', 'npttransatlantic'] as const
    const [ofOwn, ofBoth] = [settingCalls(portal, own), settingCalls(portal, both)]
    const fund = await makeFund(portal, { book: own, balanceMinor: 50_000_00n })
    const grantId = await makeGrant(portal, fund, { amountMinor: 10_000_00n })
    const there = await at(first, both)
    // An approval from the threshold for two people on needs a step-up that is not older than five minutes.
    const approve = async () => {
      const late = await at(second, both)
      clock.advance(6 * 60_000)
      const attributes = { reason: null, message: null, controlsSupported: null, payeeSeen: null }
      return await portal.call(
        approveGrant,
        { params: { grantId }, body: commandOf(attributes) },
        { as: late.session, client: both },
      )
    }
    const set = async (by: Person, amountMinor: bigint) => {
      expect((await ofOwn.propose(by, amountMinor)).status).toBe(200)
      const { waiting } = await ofOwn.settingOf(by, 'dual-control-from')
      const confirmed = await ofOwn.confirm(await at(second, own), waiting?.changeId ?? '')
      expect(confirmed.status).toBe(200)
    }
    await set(await at(first, own), 5_000_00n)
    expect((await approve()).problem.type).toContain('step-up-needed')
    expect(await ofBoth.settingOf(there, 'dual-control-from')).toMatchObject({
      ...{ value: '2000000', stricterAt: { client: clients[own]?.displayName, value: '500000' } },
    })
    expect((await ofBoth.settingOf(there, 'secondary-dual-control-from')).stricterAt).toBeNull()
    // Each raises its own again; neither waits for the other.
    await set(await at(first, own), 20_000_00n)
    expect((await ofBoth.settingOf(there, 'dual-control-from')).stricterAt).toBeNull()
    // Nothing asks for a step-up any more. What is refused now is another matter: nobody has seen the payee.
    expect((await approve()).problem.type).not.toContain('step-up-needed')
  })
})

describe('the database', () => {
  const insert = (columns: Record<string, unknown>) =>
    portal.databases
      .realm('npt')
      .insertInto('setting_change')
      .values({
        ...{ client: 'npt', setting: 'dual-control-from', value: '"100"', before_value: '"200"' },
        ...{
          file_value: '"200"',
          reason: 'A test',
          requested_by: one.user.userId,
          requested_by_name: 'A test',
        },
        ...{ requested_at: clock.now(), idempotency_key: randomUUID(), state: 'waiting' },
        ...columns,
      })
      .execute()

  test('refuses a threshold by one person, above the file, or out of order', async () => {
    const update = portal.databases.realm('npt').updateTable('setting_change')
    await expect(insert({ state: 'made', revision: 1 })).rejects.toThrow('begins as it takes')
    await expect(insert({ value: '"201"' })).rejects.toThrow('no_threshold_above_the_file')
    await expect(insert({ value: '"0"' })).rejects.toThrow('value_of_setting')
    await expect(insert({ value: '{"decision": 1}' })).rejects.toThrow('value_of_setting')
    await insert({})
    await expect(insert({})).rejects.toThrow('one_waiting_setting_change')
    const decided = {
      decided_by_name: 'A test',
      decided_at: clock.now(),
      state: 'made',
      revision: 1,
    } as const
    await expect(update.set({ ...decided, decided_by: one.user.userId }).execute()).rejects.toThrow(
      'two_people_for_a_threshold',
    )
    const late = new Date(clock.now().getTime() + 8 * dayMs)
    await expect(
      update.set({ ...decided, decided_by: two.user.userId, decided_at: late }).execute(),
    ).rejects.toThrow('threshold_confirmed_in_time')
    await expect(
      update.set({ ...decided, decided_by: two.user.userId, revision: 2 }).execute(),
    ).rejects.toThrow('does not follow')
    await update.set({ ...decided, decided_by: two.user.userId }).execute()
    await expect(update.set({ state: 'lapsed', revision: null }).execute()).rejects.toThrow('is final')
    await expect(portal.databases.realm('npt').deleteFrom('setting_change').execute()).rejects.toThrow(
      'permission denied',
    )
  })

  test('refuses days and hours beyond their limits', async () => {
    const days = { setting: 'grant-days', state: 'made', revision: 1 }
    await expect(insert({ ...days, value: '{"decision": 61, "payment": 1}' })).rejects.toThrow(
      'value_of_setting',
    )
    await expect(insert({ ...days, value: '{"decision": 1}' })).rejects.toThrow('value_of_setting')
    const hours = { setting: 'support-hours', state: 'made', revision: 1 }
    await expect(insert({ ...hours, value: '""' })).rejects.toThrow('value_of_setting')
  })
})
