import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import { passwordHasher } from '../../passwords/server/password-hasher.ts'

const password = 'an orchard in the rain'
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  // The real hasher, because the last test depends on its queue.
  portal = await startTestApp({ clock, settings: { passwords: passwordHasher() } })
})
afterAll(() => portal.close())

type LogIn = { from: string; cookie?: string; password?: string; more?: object }

function logIn(
  userId: string,
  { from, cookie, more = {}, ...typed }: LogIn,
): Promise<LightMyRequestResponse> {
  return portal.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    remoteAddress: from,
    headers: { host: hostOf('npt'), origin: originOf('npt'), ...(cookie ? { cookie } : {}) },
    payload: { userId, password: typed.password ?? 'wrong', direct: true, ...more },
  })
}

let personCount = 0
/** A person with a second factor and the cookie of a remembered device. */
async function withDevice(): Promise<{ user: MadeUser; cookie: string; home: string }> {
  const user = await makeUser(portal.databases, { password })
  const home = `203.0.113.${++personCount}`
  const { secret } = await addCodesFor(portal, await portal.sessionFor(user), clock.now())
  clock.advance(30_000)
  const factor = { kind: 'code', code: await codeAt(secret, clock.now()) }
  const done = await logIn(user.ssoId, { from: home, password, more: { factor, rememberDevice: true } })
  const device = done.cookies.find(({ name }) => name === 'almoner-device')
  if (!device) throw new Error(`no device was remembered: ${done.statusCode} ${done.body}`)
  return { user, home, cookie: `almoner-device=${device.value}` }
}

/** Sends wrong passwords from many addresses until the user id has to wait. */
async function exhaustUser({ ssoId }: MadeUser): Promise<void> {
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect((await logIn(ssoId, { from: `198.51.100.${failure}` })).statusCode).toBe(400)
  expect((await logIn(ssoId, { from: '198.51.100.99' })).statusCode).toBe(429)
}

test('a remembered device logs in while the user id is limited', async () => {
  const { user, cookie, home } = await withDevice()
  await exhaustUser(user)
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(429)
  const known = await logIn(user.ssoId, { from: home, password, cookie })
  expect(known.json()).toMatchObject({ step: 'done' })
})

test('a remembered device logs in from a limited address', async () => {
  const { user, cookie, home } = await withDevice()
  for (let at = 0; at <= rateLimitRules.address.freeAttempts; at++)
    await logIn(`somebody-${at}@npt.example`, { from: home })
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(429)
  expect((await logIn(user.ssoId, { from: home, password, cookie })).statusCode).toBe(200)
})

test('limits the guesses of a remembered device, with Retry-After', async () => {
  const { user, cookie, home } = await withDevice()
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => logIn(user.ssoId, { from: home, cookie })),
  )
  expect(outcomes.filter(({ statusCode }) => statusCode === 400)).toHaveLength(
    rateLimitRules.device.freeAttempts + 1,
  )
  const refused = outcomes.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(20 - rateLimitRules.device.freeAttempts - 1)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // The device's guesses do not limit other addresses.
  expect((await logIn(user.ssoId, { from: '192.0.2.77', password })).statusCode).toBe(200)
})

test('does not apply the limit of a device to another person', async () => {
  const [one, other] = [await withDevice(), await withDevice()]
  await exhaustUser(one.user)
  for (const cookie of [other.cookie, 'almoner-device=made-up', `${one.cookie}x`])
    expect((await logIn(one.user.ssoId, { from: one.home, password, cookie })).statusCode).toBe(429)
})

test('treats an expired device as a stranger', async () => {
  const { user, cookie, home } = await withDevice()
  await portal.database.admin.query(
    `update remembered_device set registered_at = $2, expires_at = $2 where user_id = $1`,
    [user.userId, clock.now()],
  )
  clock.advance(1)
  await exhaustUser(user)
  expect((await logIn(user.ssoId, { from: home, password, cookie })).statusCode).toBe(429)
})

test('a remembered device logs in while 120 strangers guess concurrently', async () => {
  const { user, cookie, home } = await withDevice()
  const strangers = Array.from({ length: 120 }, (_, at) =>
    logIn(`stranger-${at}@npt.example`, { from: `198.18.${at >> 8}.${at & 255}` }),
  )
  // The queue is full from the first 503 on.
  await Promise.any(
    strangers.map(async stranger => {
      if ((await stranger).statusCode !== 503) throw new Error('this request was queued')
    }),
  )
  const known = [1, 2, 3].map(() => logIn(user.ssoId, { from: home, password, cookie }))
  for (const { statusCode } of await Promise.all(known)) expect(statusCode).toBe(200)
  const answers = await Promise.all(strangers)
  const rejected = answers.filter(({ statusCode }) => statusCode === 503)
  expect(rejected.length).toBeGreaterThan(0)
  for (const { headers } of rejected) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 400).length).toBe(120 - rejected.length)
  // A rejected request does not count as a guess.
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(200)
})
