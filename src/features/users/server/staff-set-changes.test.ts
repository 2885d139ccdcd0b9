import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/session.contract.ts'
import { dayMs } from '../../../domain/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { commandOf } from '../../../testing/signing.ts'
import { staffSetCalls } from '../../../testing/staff-set-calls.ts'
import { confirmRight, giveRight, listWaitingRights } from '../rights.contract.ts'
import { getRightChoices, getUser } from '../users.contract.ts'

// Named sets that staff change while the portal runs (docs/decisions/0104-named-sets-on-screen.md).

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let three: Person
let calls: ReturnType<typeof staffSetCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = staffSetCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-11-20T15:00:00Z')
  await portal.database.admin.query(
    'alter table staff_set_change disable trigger user; truncate staff_set_change; alter table staff_set_change enable trigger user',
  )
  ;[one, two, three] = [await makeStaff(portal), await makeStaff(portal), await makeStaff(portal)]
})

const rows = async () =>
  (
    await portal.database.admin.query(
      'select set_name, state, revision, decided_by from staff_set_change order by change_id',
    )
  ).rows
const eventsOf = async (kind: string) =>
  (await portal.database.admin.query('select detail from audit_event where kind = $1 order by seq', [kind]))
    .rows
const waitingId = async (name: string) => (await calls.setOf(one, name)).waiting?.changeId ?? ''
const choices = async () =>
  (await portal.call(getRightChoices, {}, { as: one.session })).reply.sets.map(set => set.name)
const colleague = () => makeUser(portal.databases, { firstName: 'Noor', lastName: 'Colleague' })
const give = (personId: string, set: string, by = one) =>
  portal.call(
    giveRight,
    {
      params: { personId },
      body: commandOf({ given: { set }, from: null, until: null, reason: 'Joined the team' }),
    },
    { as: by.session },
  )
const actionsOf = async (user: Awaited<ReturnType<typeof colleague>>) =>
  (await portal.call(getSession, {}, { as: await portal.sessionFor(user) })).reply.actions
const withoutMail = async () =>
  (await calls.setOf(one, 'support')).actions.filter(action => action !== 'MAIL_RESEND')

describe('one person', () => {
  test('changes words and takes permissions away where no money depends on the set, at once, with its history', async () => {
    const changed = await calls.change(one, 'support', {
      ...{ title: 'First line', purpose: 'Answers questions.', actions: await withoutMail() },
    })
    expect(changed.reply.state).toBe('made')
    const set = await calls.setOf(two, 'support')
    expect(set).toMatchObject({ title: 'First line', purpose: 'Answers questions.', waiting: null })
    expect(set.actions).not.toContain('MAIL_RESEND')
    const { history } = (await calls.show(two)).reply
    expect(history).toMatchObject([
      {
        ...{ name: 'support', state: 'made', taken: ['MAIL_RESEND'], added: [], decidedByName: null },
        ...{ before: { title: 'Support' }, after: { title: 'First line' }, reason: 'The team has changed' },
      },
    ])
    expect(await eventsOf('staff-set-changed')).toMatchObject([
      { detail: { client: 'npt', set: 'support', what: 'permissions', 'taken away': 'MAIL_RESEND' } },
    ])
    // The next right has what the set gives now, and bears its title.
    const user = await colleague()
    expect((await give(user.userId, 'support')).status).toBe(200)
    expect(await actionsOf(user)).not.toContain('MAIL_RESEND')
    const { reply } = await portal.call(getUser, { params: { personId: user.userId } }, { as: one.session })
    expect(reply.rights).toMatchObject([{ setTitle: 'First line', differsFromSet: false }])
  })

  test('adds alone only what shows something', async () => {
    const actions = await withoutMail()
    await calls.change(one, 'support', { actions })
    expect(
      (await calls.change(one, 'support', { actions: [...actions, 'ACCOUNT_UPDATE_VIEW'] })).reply.state,
    ).toBe('made')
    expect((await calls.change(one, 'support', { actions: [...actions, 'MAIL_RESEND'] })).reply.state).toBe(
      'waiting',
    )
  })

  test('cannot change a set that has the whole role, nor one that there is not, nor nothing', async () => {
    expect((await calls.change(one, 'everything', { title: 'All' })).problem.detail).toContain(
      'configuration',
    )
    expect((await calls.change(one, 'read-only', { isGiven: false })).status).toBe(409)
    expect((await calls.change(one, 'support', {})).problem.errors).toHaveProperty('title')
    expect(await rows()).toEqual([])
  })

  test('retires a set, which then gives nothing new, and brings it back with a second person', async () => {
    const user = await colleague()
    await give(user.userId, 'grants-reviewer')
    expect((await calls.change(one, 'grants-reviewer', { isGiven: false })).reply.state).toBe('made')
    expect(await choices()).not.toContain('grants-reviewer')
    expect((await give((await colleague()).userId, 'grants-reviewer')).problem.errors).toHaveProperty('given')
    // Who has it keeps it.
    expect(await actionsOf(user)).toContain('GRANT_APPROVE')
    expect((await calls.change(one, 'grants-reviewer', { isGiven: true })).reply.state).toBe('waiting')
    expect((await calls.confirm(two, await waitingId('grants-reviewer'))).status).toBe(200)
    expect(await choices()).toContain('grants-reviewer')
  })
})

describe('two people', () => {
  test('change a set that can move money, also only its words, and the one who proposed it does not confirm', async () => {
    const { length: earlier } = await eventsOf('staff-set-confirmed')
    expect((await calls.change(one, 'payments', { title: 'Paying' })).reply.state).toBe('waiting')
    expect((await calls.setOf(one, 'payments')).title).toBe('Payments')
    const id = await waitingId('payments')
    const own = await calls.confirm(one, id)
    expect([own.status, own.problem.detail]).toEqual([
      400,
      'You proposed this, so someone else has to confirm it.',
    ])
    clock.advance(4 * 60_000)
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect((await calls.confirm(two, id)).status).toBe(200)
    expect((await calls.confirm(three, id)).status).toBe(409)
    expect(await calls.setOf(one, 'payments')).toMatchObject({ title: 'Paying', waiting: null })
    expect(await eventsOf('staff-set-confirmed')).toHaveLength(earlier + 1)
  })

  test('make a new set, which exists when it is confirmed', async () => {
    expect((await calls.make(one, { actions: ['GRANT_VIEW', 'GRANT_APPROVE'] })).reply.state).toBe('waiting')
    expect(await choices()).not.toContain('late-shift')
    const [waiting] = (await calls.show(two)).reply.waitingNew
    expect(waiting).toMatchObject({ before: null, added: ['GRANT_VIEW', 'GRANT_APPROVE'], refusal: null })
    expect((await calls.confirm(two, waiting?.changeId ?? '')).status).toBe(200)
    expect(await choices()).toContain('late-shift')
    const user = await colleague()
    expect((await give(user.userId, 'late-shift')).status).toBe(200)
    expect(await actionsOf(user)).toEqual(['GRANT_VIEW', 'GRANT_APPROVE'])
    expect((await calls.make(two, { title: 'Other' })).problem.errors).toHaveProperty('name')
  })

  test('widen a set that one of them holds, whatever is added', async () => {
    const holder = await makeStaff(portal)
    await give(holder.user.userId, 'support')
    const { actions } = await calls.setOf(holder, 'support')
    const more = [...actions, 'ACCOUNT_UPDATE_VIEW' as const]
    expect((await calls.change(holder, 'support', { actions: more })).reply.state).toBe('waiting')
    expect((await calls.setOf(holder, 'support')).isHeldByCaller).toBe(true)
  })

  test('find what was given in between as it was given, and who holds it otherwise', async () => {
    const { actions } = await calls.setOf(one, 'grants-reviewer')
    const { holders } = await calls.setOf(one, 'grants-reviewer')
    await calls.change(one, 'grants-reviewer', { actions: [...actions, 'CHARITY_PROPOSE'] })
    const user = await colleague()
    await give(user.userId, 'grants-reviewer')
    await calls.confirm(two, await waitingId('grants-reviewer'))
    expect(await actionsOf(user)).not.toContain('CHARITY_PROPOSE')
    const set = await calls.setOf(one, 'grants-reviewer')
    expect(set.holders).toBe(holders + 1)
    expect(set.differing.people).toContainEqual({ personId: user.userId, name: 'Noor Colleague' })
    const { reply } = await portal.call(getUser, { params: { personId: user.userId } }, { as: one.session })
    expect(reply.rights).toMatchObject([{ differsFromSet: true }])
  })

  test('do not confirm a right by a set that was retired since', async () => {
    const user = await colleague()
    await give(user.userId, 'payments')
    await calls.change(two, 'payments', { isGiven: false })
    await calls.confirm(three, await waitingId('payments'))
    const { reply } = await portal.call(listWaitingRights, {}, { as: two.session })
    const waiting = reply.data.find(right => right.personId === user.userId)
    expect(waiting?.setRefusal).toBe('This set is no longer given. Decline the right.')
    const rightId = waiting?.rightId ?? ''
    const answer = await portal.call(
      confirmRight,
      { params: { rightId }, body: commandOf({}) },
      { as: two.session },
    )
    expect([answer.status, answer.problem.detail]).toEqual([409, expect.stringContaining('no longer given')])
    expect(await actionsOf(user)).not.toContain('GRANT_PAY')
  })

  test('decide once: confirm, decline and withdraw at once', async () => {
    await calls.change(one, 'payments', { title: 'Paying' })
    const id = await waitingId('payments')
    const answers = await Promise.all([
      calls.confirm(two, id),
      calls.confirm(three, id),
      calls.decline(three, id),
      calls.decline(one, id),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await rows()).filter(({ state }) => state !== 'waiting')).toHaveLength(1)
  })

  test('see it end after seven days, and propose it again', async () => {
    await calls.change(one, 'payments', { title: 'Paying' })
    const id = await waitingId('payments')
    clock.advance(7 * dayMs + 1)
    const [later, other] = [await makeStaff(portal), await makeStaff(portal)]
    expect((await calls.confirm(later, id)).problem.detail).toContain('within 7 days')
    expect((await calls.change(later, 'payments', { title: 'Paying' })).status).toBe(200)
    const again = (await calls.setOf(later, 'payments')).waiting?.changeId ?? ''
    expect((await calls.confirm(other, again)).status).toBe(200)
    expect((await rows()).map(({ state }) => state)).toEqual(['lapsed', 'made'])
  })

  test('need a step-up, and one of them is told of two changes at once', async () => {
    const { lastChangeId } = await calls.setOf(one, 'support')
    const answers = await Promise.all([
      calls.change(one, 'support', { title: 'First line', lastChangeId }),
      calls.change(two, 'support', { title: 'Front desk', lastChangeId }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await calls.change(one, 'payments', { title: 'Paying' })
    const id = await waitingId('payments')
    expect((await calls.change(two, 'payments', { title: 'Payers' })).status).toBe(409)
    clock.advance(6 * 60_000)
    expect((await calls.confirm(two, id)).problem.type).toContain('step-up')
    expect((await calls.change(two, 'support', { title: 'Desk' })).problem.type).toContain('step-up')
    expect((await calls.make(two, {})).problem.type).toContain('step-up')
  })
})

test('a repeat with the same key changes nothing, and the key is for no other change', async () => {
  const key = randomUUID()
  const about = { key, title: 'First line', lastChangeId: null }
  const first = await calls.change(one, 'support', about)
  expect((await calls.change(one, 'support', about)).reply).toEqual(first.reply)
  expect((await calls.change(one, 'support', { ...about, title: 'Front desk' })).problem.detail).toContain(
    'with different details',
  )
  expect((await calls.change(two, 'support', about)).status).toBe(409)
  expect((await calls.change(one, 'finance', { ...about, title: 'First line' })).status).toBe(409)
  expect((await calls.make(one, { key, title: 'First line' })).status).toBe(409)
  expect(await rows()).toHaveLength(1)
})

test('a change is in force whole or not at all if the program is killed while it is confirmed', async () => {
  await calls.change(one, 'payments', { title: 'Paying' })
  const id = await waitingId('payments')
  const { host, port, database } = portal.database.connection
  const now = clock.now().toISOString()
  const given = { server: { host, port, database }, changeId: id, userId: two.user.userId, now }
  await killedAt(portal.database, {
    table: 'audit_event',
    when: `new.kind = 'staff-set-confirmed'`,
    script: 'src/testing/confirm-staff-set-program.ts',
    args: [JSON.stringify(given)],
  })
  expect(await rows()).toMatchObject([{ state: 'waiting', revision: null }])
  expect((await calls.confirm(two, id)).status).toBe(200)
  expect(await rows()).toMatchObject([{ state: 'made', revision: 1, decided_by: two.user.userId }])
})
