import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../clients/client.ts'
import { clients as allClients } from '../../../clients/clients.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf } from '../../../testing/signing.ts'
import { staffSetCalls } from '../../../testing/staff-set-calls.ts'
import { confirmRight, giveRight } from '../rights.contract.ts'
import { getRightChoices } from '../users.contract.ts'

// What an operator, or a new version, changes in a client's configuration after its sets were changed on screen.

/** The clients of the files, which a test may change as an operator does. */
const files: Record<string, Client> = { ...allClients }
let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof staffSetCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z'), clients: files })
  calls = staffSetCalls(portal)
  ;[one, two] = [await makeStaff(portal), await makeStaff(portal)]
})
afterAll(() => portal.close())
beforeEach(async () => {
  files.npt = npt
  await portal.database.admin.query(
    'alter table staff_set_change disable trigger user; truncate staff_set_change; alter table staff_set_change enable trigger user',
  )
})

const waitingId = async (name: string) => (await calls.setOf(one, name)).waiting?.changeId ?? ''
const choices = async () =>
  (await portal.call(getRightChoices, {}, { as: one.session })).reply.sets.map(set => set.name)

describe('the client’s configuration', () => {
  const configured = (name: string, actions: readonly string[] | null): Client => {
    const { [name]: set, ...others } = npt.staffSets
    if (!set) throw new Error(`npt has no set ${name}`)
    return { ...npt, staffSets: actions === null ? others : { ...others, [name]: { ...set, actions } } }
  }

  test('takes away from a set that was changed on screen, and adds nothing to it', async () => {
    const { actions } = await calls.setOf(one, 'support')
    await calls.change(one, 'support', { title: 'First line' })
    files.npt = configured('support', [...actions.filter(each => each !== 'MAIL_RESEND'), 'CHARITY_EDIT'])
    const set = await calls.setOf(one, 'support')
    expect(set.title).toBe('First line')
    expect(set.since).toEqual({ taken: ['MAIL_RESEND'], added: ['CHARITY_EDIT'], isGone: false })
    expect(set.actions).toEqual(actions.filter(each => each !== 'MAIL_RESEND'))
    files.npt = configured('support', null)
    expect(await calls.setOf(one, 'support')).toMatchObject({ isGiven: false, since: { isGone: true } })
    expect(await choices()).not.toContain('support')
    // What takes two people brings it back.
    expect((await calls.change(one, 'support', { isGiven: true })).reply.state).toBe('waiting')
    expect((await calls.confirm(two, await waitingId('support'))).status).toBe(200)
    expect(await calls.setOf(one, 'support')).toMatchObject({ isGiven: true, since: { isGone: false } })
  })

  test('gives no right by a set that it has no longer, also one that waited for its second person', async () => {
    const user = await makeUser(portal.databases, { firstName: 'Noor', lastName: 'Colleague' })
    const about = { given: { set: 'payments' }, from: null, until: null, reason: 'Joined the team' }
    const { rightId } = (
      await portal.call(
        giveRight,
        { params: { personId: user.userId }, body: commandOf(about) },
        { as: one.session },
      )
    ).reply
    files.npt = configured('payments', null)
    const answer = await portal.call(
      confirmRight,
      { params: { rightId }, body: commandOf({}) },
      { as: two.session },
    )
    expect([answer.status, answer.problem.detail]).toEqual([409, expect.stringContaining('no such set here')])
  })

  test('makes void what waits, because the second person would confirm something else', async () => {
    const { actions } = await calls.setOf(one, 'payments')
    await calls.change(one, 'payments', { title: 'Paying' })
    const id = await waitingId('payments')
    files.npt = configured('payments', [...actions, 'CHARITY_EDIT'])
    expect((await calls.confirm(two, id)).problem.detail).toContain('configuration')
    expect((await calls.setOf(one, 'payments')).waiting).toBeNull()
  })
})
