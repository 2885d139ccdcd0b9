import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '../../../contract/permissions.ts'
import { twoPersonActions } from '../../../contract/two-person-actions.ts'
import { dayMs } from '../../../domain/durations.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { staffSetCalls } from '../../../testing/staff-set-calls.ts'
import { addedByOnePerson, maxSets } from '../domain/staff-sets.ts'

// What no one may do with named sets: people of other clients and without the right, hostile input, and the program itself, which the
// database guards.

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof staffSetCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = staffSetCalls(portal)
  ;[one, two] = [await makeStaff(portal), await makeStaff(portal)]
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.database.admin.query(
    'alter table staff_set_change disable trigger user; truncate staff_set_change; alter table staff_set_change enable trigger user',
  )
})

const rows = async () =>
  (await portal.database.admin.query('select state, title from staff_set_change order by change_id')).rows
const waitingId = async (name: string) => (await calls.setOf(one, name)).waiting?.changeId ?? ''
/** What the server answers to a body that no form would send. */
const sent = async (path: string, attributes: object) =>
  (
    await portal.app.inject({
      ...{ method: 'POST', url: `/api/${path}`, payload: { data: { type: 'command', attributes } } },
      headers: {
        ...{ ...one.session.headers, host: hostOf('npt'), origin: originOf('npt') },
        'idempotency-key': randomUUID(),
      },
    })
  ).statusCode

describe('people of another client, and people without the right', () => {
  test('find nothing and change nothing', async () => {
    await calls.change(one, 'payments', { title: 'Paying' })
    const id = await waitingId('payments')
    const stranger = await makeStaff(portal, { realm: 'rathbones' })
    const theirs = staffSetCalls(portal, 'rathbones')
    expect((await theirs.confirm(stranger, id)).status).toBe(404)
    expect((await theirs.decline(stranger, id)).status).toBe(404)
    expect((await theirs.setOf(stranger, 'payments')).title).toBe('Payments')
    expect((await calls.show(stranger)).status).toBe(401)
    const payer = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_PAY', 'SETTINGS_MANAGE'] }],
    })
    expect((await calls.show(payer)).status).toBe(404)
    expect((await calls.confirm(payer, id)).status).toBe(400)
    expect((await calls.make(payer, {})).status).toBe(400)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await calls.show(auditor)).status).toBe(200)
    expect((await calls.change(auditor, 'support', { title: 'Desk' })).status).toBe(400)
    expect((await calls.decline(auditor, id)).status).toBe(400)
    expect(await rows()).toEqual([{ state: 'waiting', title: 'Paying' }])
  })

  test('of another client of the realm decide only about their own', async () => {
    const people = [await makeStaff(portal, { realm: 'nptuk' }), await makeStaff(portal, { realm: 'nptuk' })]
    const [first, second] = people as [Person, Person]
    const there = async ({ user }: Person) => ({
      user,
      session: await portal.sessionFor(user, { client: 'npttransatlantic' }),
    })
    const [uk, both] = [staffSetCalls(portal, 'nptuk'), staffSetCalls(portal, 'npttransatlantic')]
    const proposer = await there(first)
    expect((await both.change(proposer, 'payments', { title: 'Paying' })).status).toBe(200)
    const id = (await both.setOf(proposer, 'payments')).waiting?.changeId ?? ''
    expect((await uk.confirm(second, id)).status).toBe(404)
    // The same person at the other client is the same person.
    expect((await both.confirm(await there(first), id)).status).toBe(400)
    expect((await both.confirm(await there(second), id)).status).toBe(200)
    expect((await both.setOf(proposer, 'payments')).title).toBe('Paying')
    expect((await uk.setOf(first, 'payments')).title).toBe('Payments')
  })
})

describe('hostile input', () => {
  const words = { title: 'Desk', purpose: 'Answers.', reason: 'A test' }
  const about = { ...words, lastChangeId: null, isGiven: true, actions: ['GRANT_VIEW'] }

  test('is refused: texts, permissions, names', async () => {
    for (const title of ['', '   ', 'x'.repeat(61), 'Pay\u202eroll', 'a\nb', 7, null, ['x']])
      expect(await sent('staff-sets/support', { ...about, title }), String(title)).toBe(400)
    for (const purpose of ['', 'x'.repeat(301), 'a\nb', null])
      expect(await sent('staff-sets/support', { ...about, purpose }), String(purpose)).toBe(400)
    expect(await sent('staff-sets/support', { ...about, reason: '' })).toBe(400)
    const lists = [
      ...[[], 'all', ['all'], ['*'], ['__proto__'], ['GRANT_PAY; drop table'], null],
      Array<string>(10_000).fill('GRANT_VIEW'),
    ]
    for (const actions of lists)
      expect(await sent('staff-sets/support', { ...about, actions }), String(actions).slice(0, 40)).toBe(400)
    for (const name of ['__proto__', 'Pay', 'p', '-pay', 'pay_all', `p${'a'.repeat(41)}`, '', 'a\u0000'])
      expect(
        await sent('staff-sets', { ...words, name, role: 'super_user', actions: ['GRANT_VIEW'] }),
        name,
      ).toBe(400)
    for (const role of ['service_team', 'admin', '', null])
      expect(await sent('staff-sets', { ...words, name: 'desk', role, actions: ['GRANT_VIEW'] })).toBe(400)
    // In an address a name of another form is no set, and one of a method of objects is none either.
    for (const name of ['__proto__', 'constructor', 'to-string', '%2e%2e'])
      expect([400, 404]).toContain(await sent(`staff-sets/${name}`, about))
    expect(await rows()).toEqual([])
  })

  test('gives no permissions of another role', async () => {
    const editor = { role: 'content_editor', name: 'desk' } as const
    expect((await calls.make(one, { ...editor, actions: ['GRANT_PAY'] })).problem.errors).toHaveProperty(
      'actions',
    )
    const both = await calls.make(one, { ...editor, actions: ['CONTENT_EDIT', 'USER_MANAGE'] })
    expect(both.problem.errors?.actions?.[0]).toContain('USER_MANAGE')
    const auditor = await calls.make(one, { role: 'auditor', actions: ['AUDIT_VIEW', 'GRANT_APPROVE'] })
    expect(auditor.problem.errors?.actions?.[0]).toContain('GRANT_APPROVE')
    const { actions } = await calls.setOf(one, 'content')
    expect((await calls.change(one, 'content', { actions: [...actions, 'GRANT_PAY'] })).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('gets no title that looks like that of another set', async () => {
    await calls.make(one, { name: 'web-desk', title: 'Web  desk' })
    const second = await calls.make(one, { name: 'desk', title: 'Web desk' })
    expect(second.problem.errors).toHaveProperty('title')
  })

  test('gets no second set of one title, nor more than 40', async () => {
    expect((await calls.make(one, { title: 'PAYMENTS' })).problem.errors).toHaveProperty('title')
    const { length } = (await calls.show(one)).reply.data
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].flatMap(letter => [`x${letter}`, `y${letter}`])
    for (const name of letters.slice(0, maxSets - length))
      expect((await calls.make(one, { name, title: name })).reply.state).toBe('made')
    expect((await calls.make(one, { name: 'one-more' })).problem.detail).toContain('at most 40')
    expect((await calls.change(one, 'support', { title: 'Desk' })).status).toBe(200)
    // One that is no longer given leaves room for another.
    expect((await calls.change(one, 'xa', { isGiven: false })).reply.state).toBe('made')
    expect((await calls.make(one, { name: 'one-more' })).reply.state).toBe('made')
    expect((await calls.change(one, 'xa', { isGiven: true })).problem.detail).toContain('at most 40')
  })
})

describe('the database', () => {
  const insert = (columns: Record<string, unknown> = {}, db = portal.databases.accessAdmin('npt')) =>
    db
      .insertInto('staff_set_change')
      .values({
        ...{
          client: 'npt',
          set_name: 'support',
          role_code: 'super_user',
          title: 'Desk',
          purpose: 'Answers.',
        },
        ...{
          actions: ['MESSAGE_ANSWER'],
          is_given: true,
          before_title: 'Support',
          before_purpose: 'Answers.',
        },
        ...{ before_actions: ['MESSAGE_ANSWER', 'MAIL_RESEND'], before_is_given: true },
        ...{ file_actions: ['MESSAGE_ANSWER', 'MAIL_RESEND'], reason: 'A test', state: 'made', revision: 1 },
        ...{ requested_by: one.user.userId, requested_by_name: 'A test', requested_at: clock.now() },
        ...{ idempotency_key: randomUUID(), ...columns },
      })
      .execute()
  const waits = { state: 'waiting', revision: null }
  const decided = { decided_by_name: 'A test', decided_at: clock.now(), state: 'made', revision: 1 } as const

  test('refuses what takes two people by one, also the program that gives no rights', async () => {
    const two = 'takes two people'
    await expect(insert({ actions: ['MESSAGE_ANSWER', 'GRANT_PAY'] })).rejects.toThrow(two)
    await expect(insert({ before_actions: ['MESSAGE_ANSWER', 'USER_MANAGE'] })).rejects.toThrow(two)
    await expect(insert({ actions: ['MESSAGE_ANSWER', 'GRANT_APPROVE'] })).rejects.toThrow(two)
    await expect(insert({ actions: ['MESSAGE_ANSWER', 'A_NEW_PERMISSION'] })).rejects.toThrow(two)
    await expect(insert({ before_is_given: false })).rejects.toThrow(two)
    await expect(insert({}, portal.databases.realm('npt'))).rejects.toThrow('permission denied')
    await portal.database.admin.query(
      `insert into user_role (realm, user_id, role_code, actions, all_actions, set_name, state, second_person, reason, given_by)
        values ('npt', $1, 'super_user', '{MESSAGE_ANSWER}', false, 'grants-reviewer', 'active', 'not needed', 'A test', $2)`,
      [one.user.userId, (await makeStaff(portal)).user.userId],
    )
    const held = { set_name: 'grants-reviewer', actions: ['MESSAGE_ANSWER', 'GRANT_VIEW'] }
    await expect(insert(held)).rejects.toThrow(two)
    await insert({ ...held, actions: ['MESSAGE_ANSWER'] })
  })

  test('refuses a decision by the same person, too late, twice or out of order', async () => {
    await insert({ ...waits, actions: ['GRANT_PAY'] })
    await expect(insert({ ...waits, actions: ['GRANT_PAY'] })).rejects.toThrow('one_waiting_staff_set_change')
    const update = portal.databases.accessAdmin('npt').updateTable('staff_set_change')
    await expect(update.set({ ...decided, decided_by: one.user.userId }).execute()).rejects.toThrow(
      'set_confirmed_by_another',
    )
    await expect(update.set({ state: 'made', revision: 1 }).execute()).rejects.toThrow('takes two people')
    const late = new Date(clock.now().getTime() + 8 * dayMs)
    await expect(
      update.set({ ...decided, decided_by: two.user.userId, decided_at: late }).execute(),
    ).rejects.toThrow('set_confirmed_in_time')
    await expect(
      update.set({ ...decided, decided_by: two.user.userId, revision: 2 }).execute(),
    ).rejects.toThrow('does not follow')
    await update.set({ ...decided, decided_by: two.user.userId }).execute()
    await expect(update.set({ state: 'lapsed', revision: null }).execute()).rejects.toThrow('is final')
    await expect(
      portal.databases.accessAdmin('npt').deleteFrom('staff_set_change').execute(),
    ).rejects.toThrow('permission denied')
    await expect(insert({ role_code: 'auditor', revision: 2 })).rejects.toThrow('never changes')
    await insert({ set_name: 'desk' })
    const again = { set_name: 'desk', before_actions: ['MESSAGE_ANSWER'], revision: 1 }
    await expect(insert(again)).rejects.toThrow('does not follow')
    await expect(insert({ set_name: '__proto__' })).rejects.toThrow('set_name')
    await expect(insert({ set_name: 'empty', actions: [] })).rejects.toThrow('actions')
  })

  test('refuses a state before the change that was not: what is added would count as there already', async () => {
    const notBefore = 'did not give this before'
    await insert()
    const next = { revision: 2, before_actions: ['MESSAGE_ANSWER'] }
    await expect(
      insert({ ...next, before_actions: ['MESSAGE_ANSWER', 'GRANT_APPROVE'], actions: ['GRANT_APPROVE'] }),
    ).rejects.toThrow(notBefore)
    await expect(
      insert({
        ...next,
        ...{ before_title: null, before_purpose: null, before_actions: null, before_is_given: null },
      }),
    ).rejects.toThrow(notBefore)
    await insert({ ...next, is_given: false })
    await expect(insert({ ...next, revision: 3 })).rejects.toThrow(notBefore)
    await expect(insert({ ...next, revision: 3, before_is_given: false })).rejects.toThrow('takes two people')
  })

  test('has the same lists of permissions as the program', async () => {
    const { rows: found } = await portal.database.admin.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname = 'staff_set_takes_two'`,
    )
    const named = [...(found[0]?.text ?? '').matchAll(/'([A-Z_]{5,})'/g)].map(([, action]) => action)
    expect(named.toSorted()).toEqual([...twoPersonActions, ...addedByOnePerson].toSorted())
    expect(addedByOnePerson.filter(action => !permissions.includes(action))).toEqual([])
    // None of them changes, decides or pays anything.
    expect(addedByOnePerson.filter(action => !action.endsWith('_VIEW'))).toEqual([])
  })
})
