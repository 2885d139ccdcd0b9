import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { rathbones } from '../../../../clients/configuration/rathbones.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { followRedirect, locationOf, startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'
import { endOtherSessions } from '../../sessions/sessions.contract.ts'
import { changePassword } from '../password.contract.ts'

// A new password ends every unfinished login, which someone who knew the former one may have started.

const former = 'the former password of all'
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    clients: { npt, rathbones: { ...rathbones, secondFactor: 'offered' } },
    settings: { enforcesSecondFactor: true },
  })
})
afterAll(() => portal.close())

async function changeOwn(user: MadeUser): Promise<void> {
  const as = await portal.sessionFor(user)
  const body = { currentPassword: former, newPassword: 'quiet otters read maps' }
  expect((await portal.call(changePassword, { body }, { as })).status).toBe(200)
}

async function afterPassword(user: MadeUser) {
  const browser = testBrowser(portal.app, originOf(user.realm))
  await startSignIn(browser)
  const next = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password: former })
  return { browser, next: next.json<{ step: string; redirectTo: string }>() }
}

test('a new password ends a login that waits for the second factor', async () => {
  const user = await makeUser(portal.databases, { password: former })
  const { browser, next } = await afterPassword(user)
  expect(next).toEqual({ step: 'set-up' })
  await changeOwn(user)
  const refused = await browser.post('/api/Authentication/Login/set-up/start', { kind: 'code' })
  expect(refused.statusCode).toBe(409)
})

test('a new password ends a login before the provider’s callback', async () => {
  const user = await makeUser(portal.databases, { realm: 'rathbones', password: former })
  const { browser, next } = await afterPassword(user)
  await changeOwn(user)
  expect(locationOf(await browser.get(next.redirectTo))).toMatch(/\/sso\?error=/)
})

test('a new password invalidates an unused authorization code', async () => {
  const user = await makeUser(portal.databases, { realm: 'rathbones', password: former })
  const { browser, next } = await afterPassword(user)
  const returned = await followRedirect(browser, next.redirectTo)
  await changeOwn(user)
  const validated = await browser.post('/api/User/ValidateSsoId', returned)
  expect(validated.json()).toMatchObject({ title: 'Access denied.' })
  expect(validated.headers.authorization).toBeUndefined()
})

test('ending other sessions ends pending logins', async () => {
  const user = await makeUser(portal.databases, { realm: 'rathbones', password: former })
  const { browser, next } = await afterPassword(user)
  const as = await portal.sessionFor(user)
  expect((await portal.call(endOtherSessions, {}, { as })).reply).toEqual({ ended: 0 })
  expect(locationOf(await browser.get(next.redirectTo))).toMatch(/\/sso\?error=/)
})
