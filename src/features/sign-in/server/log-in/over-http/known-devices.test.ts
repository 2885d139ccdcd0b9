import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordHasher } from '../../../../../server/identity/passwords.ts'
import { throttleRules } from '../../../../../server/identity/throttle.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../../testing/app.ts'
import { testClock } from '../../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../../testing/factories/make-user.ts'
import { addCodesFor, codeAt } from '../../../../../testing/signing-in/factors.ts'

const password = 'an orchard in the rain'
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  // What a guess costs is what part of this is about.
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

let people = 0
/** Somebody with a second factor, and the cookie of a browser that is remembered for them. */
async function withDevice(): Promise<{ user: MadeUser; cookie: string; home: string }> {
  const user = await makeUser(portal.databases, { password })
  const home = `203.0.113.${++people}`
  const { secret } = await addCodesFor(portal, await portal.sessionFor(user), clock.now())
  clock.advance(30_000)
  const factor = { kind: 'code', code: await codeAt(secret, clock.now()) }
  const done = await logIn(user.ssoId, { from: home, password, more: { factor, rememberDevice: true } })
  const device = done.cookies.find(({ name }) => name === 'almoner-device')
  if (!device) throw new Error(`no device was remembered: ${done.statusCode} ${done.body}`)
  return { user, home, cookie: `almoner-device=${device.value}` }
}

/** Wrong passwords from one address after another, until the user id has to wait. */
async function makeWait({ ssoId }: MadeUser): Promise<void> {
  for (let failure = 0; failure <= throttleRules.user.free; failure++)
    expect((await logIn(ssoId, { from: `198.51.100.${failure}` })).statusCode).toBe(400)
  expect((await logIn(ssoId, { from: '198.51.100.99' })).statusCode).toBe(429)
}

test('lets a remembered device sign in while strangers make its person wait everywhere else', async () => {
  const { user, cookie, home } = await withDevice()
  await makeWait(user)
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(429)
  const known = await logIn(user.ssoId, { from: home, password, cookie })
  expect(known.json()).toMatchObject({ step: 'done' })
})

test('lets a remembered device sign in from an address that has to wait', async () => {
  const { user, cookie, home } = await withDevice()
  for (let at = 0; at <= throttleRules.address.free; at++)
    await logIn(`somebody-${at}@npt.example`, { from: home })
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(429)
  expect((await logIn(user.ssoId, { from: home, password, cookie })).statusCode).toBe(200)
})

test('gives a remembered device no more free guesses than anybody, and says when to try again', async () => {
  const { user, cookie, home } = await withDevice()
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => logIn(user.ssoId, { from: home, cookie })),
  )
  expect(outcomes.filter(({ statusCode }) => statusCode === 400)).toHaveLength(throttleRules.device.free + 1)
  const refused = outcomes.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(20 - throttleRules.device.free - 1)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // Its guesses make nobody wait elsewhere.
  expect((await logIn(user.ssoId, { from: '192.0.2.77', password })).statusCode).toBe(200)
})

test('gives the allowance of a device to nobody but its own person', async () => {
  const [one, other] = [await withDevice(), await withDevice()]
  await makeWait(one.user)
  for (const cookie of [other.cookie, 'almoner-device=made-up', `${one.cookie}x`])
    expect((await logIn(one.user.ssoId, { from: one.home, password, cookie })).statusCode).toBe(429)
})

test('treats a device that is forgotten or too old as a stranger', async () => {
  const { user, cookie, home } = await withDevice()
  await portal.database.admin.query(
    `update remembered_device set registered_at = $2, expires_at = $2 where user_id = $1`,
    [user.userId, clock.now()],
  )
  clock.advance(1)
  await makeWait(user)
  expect((await logIn(user.ssoId, { from: home, password, cookie })).statusCode).toBe(429)
})

test('keeps answering known devices while 300 strangers guess at once', async () => {
  const { user, cookie, home } = await withDevice()
  const strangers = Array.from({ length: 300 }, (_, at) =>
    logIn(`stranger-${at}@npt.example`, { from: `198.18.${at >> 8}.${at & 255}` }),
  )
  // From the first that is sent away on, the queue is full.
  await Promise.any(
    strangers.map(async stranger => {
      if ((await stranger).statusCode !== 503) throw new Error('this one was let wait')
    }),
  )
  const known = [1, 2, 3].map(() => logIn(user.ssoId, { from: home, password, cookie }))
  for (const { statusCode } of await Promise.all(known)) expect(statusCode).toBe(200)
  const answers = await Promise.all(strangers)
  const sentAway = answers.filter(({ statusCode }) => statusCode === 503)
  expect(sentAway.length).toBeGreaterThan(0)
  for (const { headers } of sentAway) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 400).length).toBe(300 - sentAway.length)
  // Who was sent away had guessed at nothing.
  expect((await logIn(user.ssoId, { from: home, password })).statusCode).toBe(200)
})
