import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditKind } from '../../../../contract/audit-kinds.ts'
import { endSession, getSession } from '../../../../contract/session.contract.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { endOneSession, endOtherSessions, listLogins, listSessions } from '../sessions.contract.ts'

const clock = testClock()
let portal: TestApp
let person: MadeUser
let here: TestSession
let there: TestSession

// The cache is on, as in production: ending a session must invalidate its entry.
beforeAll(async () => {
  portal = await startTestApp({ clock, settings: { cachesAccess: true } })
})
afterAll(() => portal.close())

beforeEach(async () => {
  person = await makeUser(portal.databases)
  here = await portal.sessionFor(person)
  clock.advance(90_000)
  there = await portal.sessionFor(person)
})

const list = async (as: TestSession) => (await portal.call(listSessions, {}, { as })).reply.data
const status = async (as: TestSession) => (await portal.call(getSession, {}, { as })).status
const idOf = ({ headers }: TestSession) => headers.authorization.split('.')[1] ?? ''
const end = (sessionId: string, as: TestSession) =>
  portal.call(endOneSession, { params: { sessionId } }, { as })

test('lists this session first, with origin and last use of each', async () => {
  const rows = await list(here)
  expect(rows.map(row => [row.sessionId, row.isThis])).toEqual([
    [idOf(here), true],
    [idOf(there), false],
  ])
  expect(rows[1]).toMatchObject({ address: '127.0.0.1', startedAt: clock.now().toISOString() })
  expect((await list(there))[0]?.sessionId).toBe(idOf(there))
})

test('a session ended from another fails at its next call', async () => {
  expect(await status(there)).toBe(200)
  expect((await end(idOf(there), here)).status).toBe(200)
  expect(await status(there)).toBe(401)
  expect(await status(here)).toBe(200)
  expect((await list(here)).map(row => row.sessionId)).toEqual([idOf(here)])
})

test('ends all other sessions at once', async () => {
  const third = await portal.sessionFor(person)
  expect((await portal.call(endOtherSessions, {}, { as: here })).reply).toEqual({ ended: 2 })
  expect([await status(here), await status(there), await status(third)]).toEqual([200, 401, 401])
})

test('ending other sessions requires a step-up; logging out does not', async () => {
  clock.advance(5 * 60_000)
  expect((await end(idOf(there), here)).status).toBe(403)
  expect((await portal.call(endOtherSessions, {}, { as: here })).status).toBe(403)
  expect([await status(here), await status(there)]).toEqual([200, 200])
  expect((await portal.call(endSession, {}, { as: here })).status).toBe(200)
  expect(await status(here)).toBe(401)
})

test('does not show, end or reveal another person’s session', async () => {
  const stranger = await portal.sessionFor(await makeUser(portal.databases))
  expect((await end(idOf(here), stranger)).reply).toEqual({})
  expect(await status(here)).toBe(200)
  expect(await list(stranger)).toHaveLength(1)
  await portal.call(endOtherSessions, {}, { as: stranger })
  expect(await status(there)).toBe(200)
})

test('does not end the calling session', async () => {
  await end(idOf(here), here)
  expect(await status(here)).toBe(200)
})

test('records each end with person, time and session', async () => {
  await end(idOf(there), here)
  const { rows } = await portal.database.admin.query(
    `select kind, session_id, at from audit_event where user_id = $1`,
    [person.userId],
  )
  expect(rows).toEqual([{ kind: 'session-ended', session_id: idOf(there), at: clock.now() }])
})

test('lists the person’s own logins of 90 days and what was refused outside a session, newest first', async () => {
  const realmDb = portal.databases.realm(person.realm)
  const record = (kind: AuditKind, sessionId: string | null, userId: string | null = person.userId) =>
    recordAuditEvent(realmDb, {
      ...{ kind, userId, sessionId, at: clock.now(), address: '192.0.2.7', detail: {} },
    })
  const stranger = await makeUser(portal.databases)
  await record('signed-in', idOf(there))
  clock.advance(91 * 24 * 60 * 60_000)
  const now = await portal.sessionFor(person)
  await record('signed-in', idOf(now))
  clock.advance(1000)
  await record('password-refused', null)
  await record('password-refused', idOf(now))
  await record('password-refused', null, stranger.userId)
  const { reply } = await portal.call(listLogins, {}, { as: now })
  expect(reply.data.map(({ isRefused, address }) => [isRefused, address])).toEqual([
    [true, '192.0.2.7'],
    [false, '192.0.2.7'],
  ])
})
