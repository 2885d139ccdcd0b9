import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSession } from '../../../../contract/session.contract.ts'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'

const password = 'correct horse battery staple'
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

async function startLogin() {
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  return (userId: string, typed: string) =>
    browser.post('/api/Authentication/Login', { userId, password: typed })
}

async function eventsOf(userId: string): Promise<string[]> {
  const { rows } = await portal.database.admin.query<{ kind: string }>(
    'select kind from audit_event where user_id = $1 order by seq',
    [userId],
  )
  return rows.map(({ kind }) => kind)
}

test('delays the right password after failures and accepts it after the wait', async () => {
  const user = await makeUser(portal.databases, { password })
  const enter = await startLogin()
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect((await enter(user.ssoId, 'wrong')).statusCode).toBe(400)
  const early = await enter(user.ssoId, password)
  expect(early.statusCode).toBe(429)
  expect(early.json<{ detail: string }>().detail).toBe(
    'Too many attempts to log in. Please try again in 2 seconds.',
  )
  clock.advance(2000)
  expect((await enter(user.ssoId, password)).statusCode).toBe(200)
})

test('delays an unknown user like a known one', async () => {
  const enter = await startLogin()
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect((await enter('nobody@npt.example', 'wrong')).statusCode).toBe(400)
  expect((await enter('nobody@npt.example', 'wrong')).statusCode).toBe(429)
})

test('a user id is the same in capitals and with spaces around it (§9)', async () => {
  const user = await makeUser(portal.databases, { password })
  const enter = await startLogin()
  expect((await enter(` ${user.ssoId.toUpperCase()} `, password)).statusCode).toBe(200)
})

test('records login events that cannot be changed', async () => {
  const user = await makeUser(portal.databases, { password })
  const enter = await startLogin()
  await enter(user.ssoId, 'wrong')
  const session = await portal.signInAs(user, password)
  await portal.call(endSession, {}, { as: session })
  expect(await eventsOf(user.userId)).toEqual([
    'password-refused',
    'password-accepted',
    'signed-in',
    'signed-out',
  ])
  await expect(
    portal.database.admin.query('delete from audit_event where user_id = $1', [user.userId]),
  ).rejects.toThrow('append-only')
})

test('rejects a user id of another realm', async () => {
  const user = await makeUser(portal.databases, { realm: 'rathbones', password })
  const enter = await startLogin()
  expect((await enter(user.ssoId, password)).json()).toMatchObject({ detail: 'Invalid Username or Password' })
})
