import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../../domain/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf } from '../../../testing/signing.ts'
import { staffSetCalls } from '../../../testing/staff-set-calls.ts'
import { type GivenRight, giveRight } from '../rights.contract.ts'
import { getRightChoices, getUser } from '../users.contract.ts'

// What a right by a named set gets if the set was changed between the form and the press, and between a press and its repeat.

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let personId: string
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
  ;[one, two] = [await makeStaff(portal), await makeStaff(portal)]
  personId = (await makeUser(portal.databases, { firstName: 'Noor', lastName: 'Colleague' })).userId
})

const give = (given: GivenRight, idempotencyKey: string = randomUUID()) =>
  portal.call(
    giveRight,
    {
      params: { personId },
      body: commandOf({ given, from: null, until: null, reason: 'Joined the team' }),
    },
    { as: one.session, idempotencyKey },
  )
const choice = async (name: string) => {
  const { reply } = await portal.call(getRightChoices, {}, { as: one.session })
  return reply.sets.find(set => set.name === name)
}
const rightsOf = async (id: string) =>
  (await portal.call(getUser, { params: { personId: id } }, { as: one.session })).reply

describe('a right by a set', () => {
  test('is refused if the set was changed since the person saw it, and given when they have seen it', async () => {
    const seen = await choice('grants-reviewer')
    expect(seen?.lastChangeId).toBeNull()
    const actions = [...(seen?.actions ?? []), 'CHARITY_PROPOSE' as const]
    await calls.change(one, 'grants-reviewer', { actions })
    // What waits is not in force.
    const waiting = (await calls.setOf(one, 'grants-reviewer')).waiting?.changeId ?? ''
    expect((await give({ set: 'grants-reviewer', lastChangeId: null })).status).toBe(200)
    await calls.confirm(two, waiting)
    const late = await give({ set: 'grants-reviewer', lastChangeId: null })
    expect([late.status, late.problem.detail]).toEqual([409, expect.stringContaining('in the meantime')])
    expect((await rightsOf(personId)).rights).toHaveLength(1)
    expect((await give({ set: 'grants-reviewer', lastChangeId: waiting })).status).toBe(200)
    expect((await rightsOf(personId)).rights.map(right => right.differsFromSet).toSorted()).toEqual([
      false,
      true,
    ])
  })

  test('is given once for a key, also if the set was changed and retired before the repeat', async () => {
    const key = randomUUID()
    const first = await give({ set: 'support', lastChangeId: null }, key)
    await calls.change(two, 'support', { actions: ['MESSAGE_ANSWER'] })
    expect((await give({ set: 'support', lastChangeId: null }, key)).reply).toEqual(first.reply)
    await calls.change(two, 'support', { isGiven: false })
    expect((await give({ set: 'support', lastChangeId: null }, key)).reply).toEqual(first.reply)
    expect((await rightsOf(personId)).rights).toHaveLength(1)
  })

  test('has its key to itself: another set, other permissions or a whole role are another right', async () => {
    const key = randomUUID()
    await give({ set: 'support' }, key)
    const all = { role: 'super_user', actions: 'all', book: null } as const
    for (const given of [{ set: 'payments' }, all, { ...all, actions: ['GRANT_VIEW' as const] }])
      expect((await give(given, key)).status, JSON.stringify(given)).toBe(409)
    const own = randomUUID()
    await give({ ...all, actions: ['GRANT_VIEW', 'GRANT_APPROVE'] }, own)
    expect((await give({ ...all, actions: ['GRANT_APPROVE', 'GRANT_VIEW'] }, own)).status).toBe(200)
    expect((await give({ ...all, actions: ['GRANT_VIEW', 'GRANT_PAY'] }, own)).status).toBe(409)
  })
})

test('a change of a set that waits is in hand of the one who proposed it, for as long as it may be confirmed', async () => {
  await calls.change(one, 'payments', { title: 'Paying' })
  const work = { what: 'changes of named sets', count: 1 }
  expect((await rightsOf(one.user.userId)).waiting).toEqual([work])
  clock.set(new Date(clock.now().getTime() + 8 * dayMs).toISOString())
  one = { user: one.user, session: await portal.sessionFor(one.user) }
  expect((await rightsOf(one.user.userId)).waiting).toEqual([])
})
