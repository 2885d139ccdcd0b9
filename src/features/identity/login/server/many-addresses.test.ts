import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'

const password = 'an orchard in the rain'
const clock = testClock(new Date())
let portal: TestApp
let round = 0
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(() => {
  round += 1
})

/** The status of one login from this address. */
async function logIn(userId: string, from: string, typed = 'wrong'): Promise<number> {
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    remoteAddress: from,
    headers: { host: hostOf('npt'), origin: originOf('npt') },
    payload: { userId, password: typed, direct: true },
  })
  return statusCode
}

const person = (at: number) => `somebody-${round}-${at}@npt.example`

async function exhaust(addressOf: (at: number) => string): Promise<void> {
  for (let at = 0; at <= rateLimitRules.address.freeAttempts; at++)
    expect(await logIn(person(at), addressOf(at))).toBe(400)
}

test('limits an IPv6 network like one address', async () => {
  await exhaust(at => `2001:db8:0:7::${at.toString(16)}`)
  expect(await logIn(person(100), '2001:db8::7:ffff:1:2:3')).toBe(429)
  expect(await logIn(person(100), '2001:db8:0:8::1')).toBe(400)
})

test('treats an IPv4-mapped address as IPv4 and its neighbours as different', async () => {
  await exhaust(at => (at % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1'))
  expect(await logIn(person(100), '::ffff:192.0.2.1')).toBe(429)
  expect(await logIn(person(100), '::ffff:192.0.2.2')).toBe(400)
})

test('a limited address does not delay others', async () => {
  const { ssoId } = await makeUser(portal.databases, { password })
  await exhaust(() => '198.51.100.1')
  for (let more = 0; more < 10; more++) expect(await logIn(ssoId, '198.51.100.1')).toBe(429)
  expect(await logIn(ssoId, '198.51.100.2', password)).toBe(200)
})

test('a limited user does not delay their office', async () => {
  const { ssoId } = await makeUser(portal.databases, { password })
  for (let more = 0; more < 2 * rateLimitRules.address.freeAttempts; more++)
    await logIn(person(0), '203.0.113.1')
  expect(await logIn(person(0), '203.0.113.1')).toBe(429)
  expect(await logIn(ssoId, '203.0.113.1', password)).toBe(200)
})

test('limits audit events for endless requests', async () => {
  const ip = '203.0.113.9'
  const recorded = async () =>
    Number(
      (
        await portal.database.admin.query<{ count: string }>(
          'select count(*) as count from audit_event where address = $1',
          [ip],
        )
      ).rows[0]?.count,
    )
  const validate = () =>
    portal.app.inject({
      method: 'POST',
      url: '/api/User/ValidateSsoId',
      remoteAddress: ip,
      headers: { host: hostOf('npt'), origin: originOf('npt') },
      payload: { code: 'made up', state: 'made up' },
    })
  await exhaust(() => ip)
  for (let more = 0; more < 20; more++) {
    expect((await validate()).statusCode).toBe(409)
    expect(await logIn(person(more), ip)).toBe(429)
  }
  // Each guess is recorded; the limited requests after them only up to the limit.
  const first = await recorded()
  expect(first).toBe(2 * (rateLimitRules.address.freeAttempts + 1))
  for (let more = 0; more < 20; more++) {
    expect((await validate()).statusCode).toBe(409)
    expect(await logIn(person(more), ip)).toBe(429)
  }
  expect(await recorded()).toBe(first)
})
