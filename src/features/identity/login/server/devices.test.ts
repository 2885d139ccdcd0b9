import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { fastPasswordHasher, type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import {
  followRedirect,
  startSignIn,
  type TestBrowser,
  testBrowser,
} from '../../../../testing/sign-in/sign-in.ts'
import { deleteAllDevices, deleteDevice, listDevices } from '../../factors/factors.contract.ts'
import { deviceLifetimeMs } from '../../factors/server/remembered-devices.ts'
import { savePasswordHash } from '../../server/users.queries.ts'

const password = 'correct horse battery staple'
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

const cookieName = 'almoner-device'
const enter = async (browser: TestBrowser, user: MadeUser) => {
  await startSignIn(browser)
  return browser.post('/api/Authentication/Login', { userId: user.ssoId, password })
}

async function withCodes(about: { realm?: string } = {}) {
  const user = await makeUser(portal.databases, { ...about, password })
  const as = await portal.sessionFor(user)
  const { secret } = await addCodesFor(portal, as, clock.now())
  clock.advance(30_000)
  return { user, as, secret }
}

/** A new person and a browser that is remembered for them. */
async function remembered(browser = testBrowser(portal.app, originOf('npt'))) {
  const person = await withCodes()
  await enter(browser, person.user)
  const factor = { kind: 'code', code: await codeAt(person.secret, clock.now()) }
  const done = await browser.post('/api/Authentication/Login/factor', { factor, rememberDevice: true })
  expect(done.statusCode).toBe(200)
  return { ...person, browser, done }
}

const stepOf = async (browser: TestBrowser, user: MadeUser) =>
  (await enter(browser, user)).json<{ step: string }>().step

describe('a remembered device', () => {
  test('has an HttpOnly cookie and a readable record', async () => {
    const { user, done } = await remembered()
    const cookie = done.cookies.find(({ name }) => name === cookieName)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 30 * 24 * 60 * 60 })
    expect(cookie).not.toHaveProperty('domain')
    const { device } = done.json<{ device: Record<string, string> }>()
    expect(device).toEqual({
      deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userName: user.ssoId,
      name: 'A browser',
      registeredAt: clock.now().toISOString(),
      lastUsedAt: clock.now().toISOString(),
    })
    expect(JSON.stringify(device)).not.toContain(cookie?.value)
  })

  test('skips the second factor, and the session records it', async () => {
    const { user, browser } = await remembered()
    const next = await enter(browser, user)
    const { step, redirectTo, device } = next.json()
    expect({ step, device }).toMatchObject({ step: 'done', device: { userName: user.ssoId } })
    await browser.post('/api/User/ValidateSsoId', await followRedirect(browser, redirectTo))
    const { rows } = await portal.database.admin.query(
      `select amr, acr, factor_verified_at from session where user_id = $1 and amr <> '{}'`,
      [user.userId],
    )
    expect(rows).toEqual([
      { amr: ['pwd'], acr: 'urn:almoner:acr:remembered-device', factor_verified_at: null },
    ])
  })

  test('does not skip the password', async () => {
    const { user, browser } = await remembered()
    await startSignIn(browser)
    const answer = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password: 'wrong' })
    expect(answer.statusCode).toBe(400)
  })

  test('is remembered only on request', async () => {
    const { user, secret } = await withCodes()
    const browser = testBrowser(portal.app, originOf('npt'))
    await enter(browser, user)
    const factor = { kind: 'code', code: await codeAt(secret, clock.now()) }
    await browser.post('/api/Authentication/Login/factor', { factor })
    expect(browser.cookies.has(cookieName)).toBe(false)
  })

  test('does not skip the second factor of another person', async () => {
    const { browser } = await remembered()
    const { user: other } = await withCodes()
    expect(await stepOf(browser, other)).toBe('factor')
  })

  test('remembers two people of one browser by one new cookie', async () => {
    const { user, browser } = await remembered()
    const former = browser.cookies.get(cookieName)
    const { user: second } = await remembered(browser)
    expect(browser.cookies.get(cookieName)).not.toBe(former)
    expect(await stepOf(browser, user)).toBe('done')
    expect(await stepOf(browser, second)).toBe('done')
    browser.cookies.set(cookieName, former ?? '')
    expect(await stepOf(browser, user)).toBe('factor')
  })

  test('rejects the cookie of another realm', async () => {
    const other = await withCodes({ realm: 'rathbones' })
    const browser = testBrowser(portal.app, originOf('rathbones'))
    await enter(browser, other.user)
    const factor = { kind: 'code', code: await codeAt(other.secret, clock.now()) }
    await browser.post('/api/Authentication/Login/factor', { factor, rememberDevice: true })
    expect(await stepOf(browser, other.user)).toBe('done')
    const { user } = await withCodes()
    const here = testBrowser(portal.app, originOf('npt'))
    here.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '')
    expect(await stepOf(here, user)).toBe('factor')
  })

  test('rejects an altered cookie', async () => {
    const { user, browser } = await remembered()
    const cookie = browser.cookies.get(cookieName) ?? ''
    browser.cookies.set(cookieName, `${cookie[0] === 'A' ? 'B' : 'A'}${cookie.slice(1)}`)
    expect(await stepOf(browser, user)).toBe('factor')
  })

  test('expires after 30 days, however often it is used', async () => {
    const { user, browser } = await remembered()
    clock.advance(deviceLifetimeMs - 60_000)
    expect(await stepOf(browser, user)).toBe('done')
    clock.advance(60_000)
    expect(await stepOf(browser, user)).toBe('factor')
  })

  test('is forgotten after a new password', async () => {
    const { user, browser } = await remembered()
    const hash = await fastPasswordHasher.hash(password)
    await savePasswordHash(portal.databases.realm('npt'), user.userId, hash, new Date())
    await portal.database.admin.query('update password_credential set changed_at = $1 where user_id = $2', [
      new Date(clock.now().getTime() + 1),
      user.userId,
    ])
    expect(await stepOf(browser, user)).toBe('factor')
  })

  test('only its owner can list and forget it', async () => {
    const { user, as, browser } = await remembered()
    const here = {
      ...as,
      headers: {
        ...as.headers,
        cookie: `${as.headers.cookie}; ${cookieName}=${browser.cookies.get(cookieName)}`,
      },
    }
    const { reply: list } = await portal.call(listDevices, {}, { as: here })
    expect(list.data).toEqual([expect.objectContaining({ name: 'A browser', isThis: true })])
    const [device] = list.data
    const params = { deviceId: device?.deviceId ?? '' }
    const { as: stranger } = await withCodes()
    expect((await portal.call(deleteDevice, { params }, { as: stranger })).status).toBe(404)
    expect((await portal.call(deleteAllDevices, {}, { as: stranger })).status).toBe(200)
    expect(await stepOf(browser, user)).toBe('done')
    expect((await portal.call(deleteDevice, { params }, { as })).status).toBe(200)
    expect(await stepOf(browser, user)).toBe('factor')
  })

  test('all devices can be forgotten at once', async () => {
    const { user, as, browser } = await remembered()
    await portal.call(deleteAllDevices, {}, { as })
    expect(await stepOf(browser, user)).toBe('factor')
  })
})
