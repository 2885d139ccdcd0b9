import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, obtainToken } from '../../contract/session.contract.ts'
import { startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { longestSessionMs } from './session-store.ts'

// ASVS 5.0, 7.3.2, which the specification leaves open.

const clock = testClock()
const minuteMs = 60_000
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp({ clock, settings: { cachesAccess: true } })
})
afterAll(() => portal.close())

test('however busy it is, a session ends twelve hours after its sign-in, for its tabs and for new ones', async () => {
  let session: TestSession = await portal.sessionFor(await makeUser(portal.databases))
  const beganAtMs = clock.now().getTime()
  while (clock.now().getTime() - beganAtMs < longestSessionMs - minuteMs) {
    const { status, headers } = await portal.call(getSession, {}, { as: session })
    expect(status).toBe(200)
    session = { ...session, headers: { ...session.headers, authorization: String(headers.authorization) } }
    clock.advance(7 * minuteMs)
  }
  clock.set(new Date(beganAtMs + longestSessionMs - 1))
  expect((await portal.call(getSession, {}, { as: session })).status).toBe(200)
  expect((await portal.call(obtainToken, {}, { as: session })).reply.signedIn).toBe(true)
  clock.advance(1)
  expect((await portal.call(getSession, {}, { as: session })).status).toBe(401)
  expect((await portal.call(obtainToken, {}, { as: session })).reply.signedIn).toBe(false)
})
