import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, obtainToken } from '../../contract/session.contract.ts'
import { afterReply, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { maxSessionMs } from './sessions.queries.ts'

// The specification sets no absolute limit; ASVS 5.0 (7.3.2) requires one.

const clock = testClock()
const minuteMs = 60_000
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp({ clock, settings: { cachesAccess: true } })
})
afterAll(() => portal.close())

test('an active session ends twelve hours after its login, in every tab', async () => {
  let session: TestSession = await portal.sessionFor(await makeUser(portal.databases))
  const startedAtMs = clock.now().getTime()
  while (clock.now().getTime() - startedAtMs < maxSessionMs - minuteMs) {
    const { status, headers } = await portal.call(getSession, {}, { as: session })
    expect(status).toBe(200)
    session = afterReply(session, headers)
    clock.advance(7 * minuteMs)
  }
  clock.set(new Date(startedAtMs + maxSessionMs - 1))
  expect((await portal.call(getSession, {}, { as: session })).status).toBe(200)
  expect((await portal.call(obtainToken, {}, { as: session })).reply.signedIn).toBe(true)
  clock.advance(1)
  expect((await portal.call(getSession, {}, { as: session })).status).toBe(401)
  expect((await portal.call(obtainToken, {}, { as: session })).reply.signedIn).toBe(false)
})
