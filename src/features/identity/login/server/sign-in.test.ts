import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '../../../../contract/session.contract.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import {
  enterPassword,
  locationOf,
  startSignIn,
  type TestBrowser,
  testBrowser,
} from '../../../../testing/sign-in/sign-in.ts'
import { searchAccounts } from '../../../accounts/accounts.contract.ts'
import { ssoVerify } from '../sign-in.contract.ts'

const password = 'correct horse battery staple'
let portal: TestApp
let donor: MadeUser
let fundId: number

beforeAll(async () => {
  portal = await startTestApp()
  donor = await makeUser(portal.databases, { password, firstName: 'Ada', lastName: 'Winslow' })
  const account = await makeAccount(portal.databases)
  fundId = account.fundId
  await makeRelationship(portal.databases, account, { user: donor })
})
afterAll(() => portal.close())

const browserAt = (client: string) => testBrowser(portal.app, originOf(client))

/** A browser after the provider's redirect, with the parameters for /sso. */
async function returned(user = donor): Promise<{ browser: TestBrowser; params: CallbackParams }> {
  const browser = browserAt(user.realm)
  await startSignIn(browser)
  return { browser, params: await enterPassword(browser, user.ssoId, password) }
}
type CallbackParams = { code: string; state: string; iss: string }

const hasSession = (browser: TestBrowser) => browser.cookies.has('almoner-session')

/**
 * Expects a refusal without a reason and no session. 409: this browser has no such request (any more).
 */
async function expectRefused(
  browser: TestBrowser,
  params: CallbackParams,
  status: 400 | 409 = 400,
): Promise<void> {
  const answer = await browser.post('/api/User/ValidateSsoId', params)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).not.toHaveProperty('detail')
  expect(answer.headers.authorization).toBeUndefined()
  expect(hasSession(browser)).toBe(false)
}

describe('single sign-on (§4)', () => {
  test('a login returns cookie, token, roles and return path (§4)', async () => {
    const { browser, params } = await returned()
    const validated = await browser.post('/api/User/ValidateSsoId', params)
    expect(validated.json()).toEqual({ returnTo: '/fund-activity' })
    expect(validated.headers.authorization).toMatch(/^Bearer v1\./)
    const cookie = validated.cookies.find(({ name, value }) => name === 'almoner-session' && value !== '')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(cookie).not.toHaveProperty('domain')

    const as = {
      client: 'npt',
      headers: {
        cookie: `almoner-session=${browser.cookies.get('almoner-session')}`,
        authorization: String(validated.headers.authorization),
      },
    }
    const { reply: facts } = await portal.call(ssoVerify, {}, { as })
    expect(facts).toMatchObject({
      username: 'Ada Winslow',
      scope: ['api_access'],
      hasAccess: true,
      forceEmailChange: false,
      loginCurrency: 'USD',
      alternateCurrency: 'USD',
      rememberCurrency: false,
    })
    expect(facts.actions).toContain('GRANT_RECOMMEND')
    expect(facts.actions).not.toContain('GRANT_APPROVE')
    const { reply: there } = await portal.call(getSession, {}, { as, fundId })
    expect(there.actions).toContain('FUND_ACTIVITY_VIEW')
  })

  test('a login works at a client of another realm (§4)', async () => {
    const user = await makeUser(portal.databases, { realm: 'rathbones', password })
    const account = await makeAccount(portal.databases, { book: 'rathbones' })
    await makeRelationship(portal.databases, account, { user })
    const as = await portal.signInAs(user, password)
    expect((await portal.call(getSession, {}, { as })).reply.loginCurrency).toBe('GBP')
  })

  test('a wrong password, an unknown user and a user without a password get the same answer (§5)', async () => {
    const without = await makeUser(portal.databases)
    const browser = browserAt('npt')
    await startSignIn(browser)
    const answers = []
    for (const userId of [donor.ssoId, 'nobody@npt.example', without.ssoId]) {
      const answer = await browser.post('/api/Authentication/Login', { userId, password: 'not this one' })
      const { traceId: _traceId, ...body } = answer.json<{ traceId: string }>()
      answers.push({ status: answer.statusCode, ...body })
    }
    expect(answers[0]).toMatchObject({ status: 400, detail: 'Invalid Username or Password' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(hasSession(browser)).toBe(false)
  })

  test('rejects a password without a pending login (§4)', async () => {
    const answer = await browserAt('npt').post('/api/Authentication/Login', { userId: donor.ssoId, password })
    expect(answer.statusCode).toBe(409)
  })

  test('rejects a person without access (§4)', async () => {
    const gone = await makeUser(portal.databases, { password, hasAccess: false })
    const { browser, params } = await returned(gone)
    await expectRefused(browser, params)
  })

  test('SsoVerify rejects a person without role or relationship and ends the session (§4)', async () => {
    const withoutRole = await makeUser(portal.databases, { password })
    const as = await portal.signInAs(withoutRole, password)
    expect((await portal.call(ssoVerify, {}, { as })).status).toBe(400)
    expect((await portal.call(getSession, {}, { as })).status).toBe(401)
  })

  test('a session with a forced e-mail change opens nothing else (§2.1)', async () => {
    const forced = await makeUser(portal.databases, { password, forceEmailChange: true })
    const as = await portal.signInAs(forced, password)
    expect((await portal.call(ssoVerify, {}, { as })).reply).toMatchObject({
      hasAccess: false,
      forceEmailChange: true,
    })
    expect((await portal.call(searchAccounts, { query: {} }, { as })).problem.title).toBe('Access denied.')
  })
})

describe('authorization request and callback', () => {
  test('rejects a state of another browser', async () => {
    const { browser, params } = await returned()
    await expectRefused(browser, { ...params, state: `${params.state.slice(0, -1)}_` }, 409)
  })

  test('rejects a code in another browser', async () => {
    const { params } = await returned()
    await expectRefused(browserAt('npt'), params, 409)
  })

  test('rejects an altered request cookie', async () => {
    const { browser, params } = await returned()
    const cookie = browser.cookies.get('almoner-auth-request') ?? ''
    browser.cookies.set(
      'almoner-auth-request',
      `${cookie.slice(0, 40)}${cookie[40] === 'A' ? 'B' : 'A'}${cookie.slice(41)}`,
    )
    await expectRefused(browser, params, 409)
  })

  test('rejects a used code even with the former cookies', async () => {
    const { browser, params } = await returned()
    const cookies = new Map(browser.cookies)
    expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
    const again = browserAt('npt')
    for (const [name, value] of cookies) again.cookies.set(name, value)
    await expectRefused(again, params, 409)
  })

  test('accepts at most one of two concurrent exchanges of a code', async () => {
    const { browser, params } = await returned()
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post('/api/User/ValidateSsoId', params)))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
  })

  test('rejects a code with the state of another request', async () => {
    const { browser, params } = await returned()
    await startSignIn(browser)
    const other = await enterPassword(browser, donor.ssoId, password)
    await expectRefused(browser, { ...params, state: other.state })
  })

  test('rejects an ID token with another nonce', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.set('nonce', 'a-nonce-of-somebody-else')
    await browser.get(address.href)
    await expectRefused(browser, await enterPassword(browser, donor.ssoId, password))
  })

  test('rejects a callback with another issuer', async () => {
    const { browser, params } = await returned()
    await expectRefused(browser, { ...params, iss: `${originOf('rathbones')}/oidc` })
  })

  test('rejects a request of another client', async () => {
    const { browser, params } = await returned()
    const elsewhere = browserAt('rathbones')
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    await expectRefused(elsewhere, params, 409)
  })

  test('the provider rejects a request without PKCE', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.delete('code_challenge')
    address.searchParams.delete('code_challenge_method')
    expect(locationOf(await browser.get(address.href))).toContain('/sso?error=invalid_request')
  })

  test('the provider rejects a foreign redirect URI', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.set('redirect_uri', 'https://evil.example/sso')
    expect(locationOf(await browser.get(address.href))).toMatch(/^\/sso\?error=/)
  })

  test('the provider requires the password at each login', async () => {
    const { browser, params } = await returned()
    const remembered = [...browser.cookies].filter(([name]) => name.startsWith('_oidc_session'))
    expect(remembered.length).toBeGreaterThan(0)
    expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
    expect([...browser.cookies.keys()].filter(name => name.startsWith('_oidc_session'))).toEqual([])
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.delete('prompt')
    for (const [name, value] of remembered) browser.cookies.set(name, value)
    expect(locationOf(await browser.get(address.href))).toBe('/sign-in')
  })

  test('replaces a foreign return path by the home page', async () => {
    const browser = browserAt('npt')
    await startSignIn(browser, 'https://evil.example/fund-activity')
    const params = await enterPassword(browser, donor.ssoId, password)
    expect((await browser.post('/api/User/ValidateSsoId', params)).json()).toEqual({ returnTo: '/' })
  })

  test('accepts passwords and codes only from the same origin', async () => {
    const { browser, params } = await returned()
    const foreign = { origin: 'https://evil.example' }
    expect((await browser.post('/api/User/ValidateSsoId', params, foreign)).statusCode).toBe(400)
    expect(
      (await browser.post('/api/Authentication/Login', { userId: donor.ssoId, password }, foreign))
        .statusCode,
    ).toBe(400)
    expect((await browser.post('/api/User/ValidateSsoId', params)).statusCode).toBe(200)
  })

  test('an unknown host has no provider', async () => {
    const answer = await portal.app.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.example' },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('forwarding headers do not change the issuer', async () => {
    const answer = await portal.app.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: {
        host: 'npt.localhost:3000',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      },
    })
    expect(answer.body).not.toContain('evil.example')
    expect(answer.json()).toMatchObject({
      issuer: 'http://npt.localhost:3000/oidc',
      code_challenge_methods_supported: ['S256'],
    })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })
})
