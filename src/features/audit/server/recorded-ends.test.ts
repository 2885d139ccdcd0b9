import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSession } from '../../../contract/session.contract.ts'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { ssoVerify } from '../../identity/login/sign-in.contract.ts'

let portal: TestApp
let user: MadeUser
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  user = await makeUser(portal.databases)
  await makeRelationship(portal.databases, await makeAccount(portal.databases), { user })
})

/** The person's events in the audit log; each must name one of their sessions. */
async function sessionEvents(of = user) {
  const { rows } = await portal.database.admin.query<{ event: string; is_theirs: boolean }>(
    `select concat_ws(' ', e.kind, e.detail->>'client', e.detail->>'reason', host(e.address)) as event,
       s.user_id = e.user_id as is_theirs
     from audit_event e left join session s using (realm, session_id) where e.user_id = $1 order by e.seq`,
    [of.userId],
  )
  expect(rows.every(row => row.is_theirs)).toBe(true)
  return rows.map(({ event }) => event)
}

test('records a logout, the end of an idle session and that of an expired one as different events (§11)', async () => {
  await portal.call(endSession, {}, { as: await portal.sessionFor(user) })
  await portal.call(endSession, { query: { why: 'idle' } }, { as: await portal.sessionFor(user) })
  await portal.call(endSession, { query: { why: 'expired' } }, { as: await portal.sessionFor(user) })
  expect(await sessionEvents()).toEqual([
    'signed-out npt 127.0.0.1',
    'session-ended npt inactivity 127.0.0.1',
    'session-ended npt expired 127.0.0.1',
  ])
})

test('records the end of a session once when it is ended several times (§11)', async () => {
  const session = await portal.sessionFor(user)
  await Promise.all([1, 2, 3].map(() => portal.call(endSession, {}, { as: session })))
  expect(await sessionEvents()).toHaveLength(1)
})

test('records that a session ended because the person has no access (§11)', async () => {
  const outsider = await makeUser(portal.databases)
  await portal.call(ssoVerify, {}, { as: await portal.sessionFor(outsider) })
  expect(await sessionEvents(outsider)).toEqual(['session-ended npt no access 127.0.0.1'])
})

test('records each of several sessions that staff end, and who ended them (§11)', async () => {
  await portal.sessionFor(user)
  await portal.sessionFor(user)
  const staff = await makeUser(portal.databases)
  const ended = await endSessionsOf(portal.databases.realm('npt'), user.userId, {
    except: null,
    reason: 'ended by the staff',
    now: new Date(),
    from: { address: '192.0.2.3', actorUserId: staff.userId },
  })
  expect(ended).toBe(2)
  expect(await sessionEvents()).toEqual(Array(2).fill('session-ended npt ended by the staff 192.0.2.3'))
  const { rows } = await portal.database.admin.query(
    'select distinct actor_user_id from audit_event where user_id = $1',
    [user.userId],
  )
  expect(rows).toEqual([{ actor_user_id: staff.userId }])
})
