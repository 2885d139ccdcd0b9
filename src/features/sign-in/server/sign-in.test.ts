import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import {
  enterPassword,
  locationOf,
  openSignIn,
  type TestBrowser,
  testBrowser,
} from '../../../testing/signing-in/sign-in-walk.ts'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { getSession, ssoVerify } from '../sign-in.contract.ts'

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

/** A browser that has been to the provider and holds what it is to bring to /sso. */
async function returned(user = donor): Promise<{ browser: TestBrowser; brought: Brought }> {
  const browser = browserAt(user.realm)
  await openSignIn(browser)
  return { browser, brought: await enterPassword(browser, user.ssoId, password) }
}
type Brought = { code: string; state: string; iss: string }

const hasSession = (browser: TestBrowser) => browser.cookies.has('almoner-session')

/**
 * The sign-in is refused, nothing says why, and no session has begun. 409: this browser has no such sign-in attempt (any more).
 */
async function expectRefused(browser: TestBrowser, brought: Brought, status: 400 | 409 = 400): Promise<void> {
  const answer = await browser.post('/api/User/ValidateSsoId', brought)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).not.toHaveProperty('detail')
  expect(answer.headers.authorization).toBeUndefined()
  expect(hasSession(browser)).toBe(false)
}

describe('§4 single sign-on', () => {
  test('§4 the way from the Log In link to a session delivers cookie, token, roles and the place to go on', async () => {
    const { browser, brought } = await returned()
    const validated = await browser.post('/api/User/ValidateSsoId', brought)
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
      alternateCurrency: null,
    })
    expect(facts.actions).toContain('GRANT_RECOMMEND')
    expect(facts.actions).not.toContain('GRANT_APPROVE')
    const { reply: there } = await portal.call(getSession, {}, { as, fundId })
    expect(there.actions).toContain('FUND_ACTIVITY_VIEW')
  })

  test('§4 the same at a client of another realm, by its own people', async () => {
    const user = await makeUser(portal.databases, { realm: 'rathbones', password })
    const account = await makeAccount(portal.databases, { book: 'rathbones' })
    await makeRelationship(portal.databases, account, { user })
    const as = await portal.signInAs(user, password)
    expect((await portal.call(getSession, {}, { as })).reply.loginCurrency).toBe('GBP')
  })

  test('§5 a wrong password, an unknown user and a user without a password get the same answer', async () => {
    const without = await makeUser(portal.databases)
    const browser = browserAt('npt')
    await openSignIn(browser)
    const answers = []
    for (const userId of [donor.ssoId, 'nobody@npt.example', without.ssoId]) {
      const answer = await browser.post('/api/Authentication/Login', { userId, password: 'not this one' })
      const { traceId: _traceId, ...said } = answer.json<{ traceId: string }>()
      answers.push({ status: answer.statusCode, ...said })
    }
    expect(answers[0]).toMatchObject({ status: 400, detail: 'Invalid Username or Password' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(hasSession(browser)).toBe(false)
  })

  test('§4 a password without a sign-in begun at the provider is told to start again', async () => {
    const answer = await browserAt('npt').post('/api/Authentication/Login', { userId: donor.ssoId, password })
    expect(answer.statusCode).toBe(409)
  })

  test('§4 whose access was withdrawn is refused', async () => {
    const gone = await makeUser(portal.databases, { password, hasAccess: false })
    const { browser, brought } = await returned(gone)
    await expectRefused(browser, brought)
  })

  test('§4 whoever has neither role nor relationship is refused at SsoVerify, and their session ends there', async () => {
    const nobody = await makeUser(portal.databases, { password })
    const as = await portal.signInAs(nobody, password)
    expect((await portal.call(ssoVerify, {}, { as })).status).toBe(400)
    expect((await portal.call(getSession, {}, { as })).status).toBe(401)
  })

  test('§2.1 a forced change of e-mail leaves a session that opens nothing else', async () => {
    const forced = await makeUser(portal.databases, { password, forceEmailChange: true })
    const as = await portal.signInAs(forced, password)
    expect((await portal.call(ssoVerify, {}, { as })).reply).toMatchObject({
      hasAccess: false,
      forceEmailChange: true,
    })
    expect((await portal.call(searchAccounts, { query: {} }, { as })).problem.title).toBe('Access denied.')
  })
})

describe('open-points 8 the way to the provider and back', () => {
  test('open-points 8 a state that this browser did not begin is refused', async () => {
    const { browser, brought } = await returned()
    await expectRefused(browser, { ...brought, state: `${brought.state.slice(0, -1)}_` }, 409)
  })

  test('open-points 8 a code brought by another browser is refused', async () => {
    const { brought } = await returned()
    await expectRefused(browserAt('npt'), brought, 409)
  })

  test('open-points 8 an altered journey cookie is no journey', async () => {
    const { browser, brought } = await returned()
    const cookie = browser.cookies.get('almoner-journey') ?? ''
    browser.cookies.set(
      'almoner-journey',
      `${cookie.slice(0, 40)}${cookie[40] === 'A' ? 'B' : 'A'}${cookie.slice(41)}`,
    )
    await expectRefused(browser, brought, 409)
  })

  test('open-points 8 a code is good once, also for a browser that kept its cookies', async () => {
    const { browser, brought } = await returned()
    const kept = new Map(browser.cookies)
    expect((await browser.post('/api/User/ValidateSsoId', brought)).statusCode).toBe(200)
    const again = browserAt('npt')
    for (const [name, value] of kept) again.cookies.set(name, value)
    await expectRefused(again, brought, 409)
  })

  test('open-points 8 of two exchanges of a code at the same moment at most one succeeds', async () => {
    const { browser, brought } = await returned()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => browser.post('/api/User/ValidateSsoId', brought)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
  })

  test('open-points 8 a code of one journey with the state of another is refused', async () => {
    const { browser, brought } = await returned()
    await openSignIn(browser)
    const other = await enterPassword(browser, donor.ssoId, password)
    await expectRefused(browser, { ...brought, state: other.state })
  })

  test('open-points 8 an ID token with another nonce is refused', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.set('nonce', 'a-nonce-of-somebody-else')
    await browser.get(address.href)
    await expectRefused(browser, await enterPassword(browser, donor.ssoId, password))
  })

  test('open-points 8 an answer that names another issuer is refused', async () => {
    const { browser, brought } = await returned()
    await expectRefused(browser, { ...brought, iss: `${originOf('rathbones')}/oidc` })
  })

  test('open-points 8 a journey of one client is none at another', async () => {
    const { browser, brought } = await returned()
    const elsewhere = browserAt('rathbones')
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    await expectRefused(elsewhere, brought, 409)
  })

  test('open-points 8 the provider refuses a request without PKCE', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.delete('code_challenge')
    address.searchParams.delete('code_challenge_method')
    expect(locationOf(await browser.get(address.href))).toContain('/sso?error=invalid_request')
  })

  test('open-points 8 the provider sends nobody to an address that is not the portal’s', async () => {
    const browser = browserAt('npt')
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.set('redirect_uri', 'https://evil.example/sso')
    expect(locationOf(await browser.get(address.href))).toMatch(/^\/sso\?error=/)
  })

  test('open-points 8 the password is asked for again whatever the provider remembers', async () => {
    const { browser, brought } = await returned()
    const remembered = [...browser.cookies].filter(([name]) => name.startsWith('_oidc_session'))
    expect(remembered.length).toBeGreaterThan(0)
    expect((await browser.post('/api/User/ValidateSsoId', brought)).statusCode).toBe(200)
    expect([...browser.cookies.keys()].filter(name => name.startsWith('_oidc_session'))).toEqual([])
    const address = new URL(locationOf(await browser.get('/api/sign-in/start')))
    address.searchParams.delete('prompt')
    for (const [name, value] of remembered) browser.cookies.set(name, value)
    expect(locationOf(await browser.get(address.href))).toBe('/sign-in')
  })

  test('open-points 8 a place to return to on another site becomes home', async () => {
    const browser = browserAt('npt')
    await openSignIn(browser, 'https://evil.example/fund-activity')
    const brought = await enterPassword(browser, donor.ssoId, password)
    expect((await browser.post('/api/User/ValidateSsoId', brought)).json()).toEqual({ returnTo: '/' })
  })

  test('open-points 8 passwords and codes are taken from pages of the same origin alone', async () => {
    const { browser, brought } = await returned()
    const foreign = { origin: 'https://evil.example' }
    expect((await browser.post('/api/User/ValidateSsoId', brought, foreign)).statusCode).toBe(400)
    expect(
      (await browser.post('/api/Authentication/Login', { userId: donor.ssoId, password }, foreign))
        .statusCode,
    ).toBe(400)
    expect((await browser.post('/api/User/ValidateSsoId', brought)).statusCode).toBe(200)
  })

  test('open-points 2 a host that is no client’s has no provider', async () => {
    const answer = await portal.app.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.example' },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('open-points 8 forwarding headers do not change whom the provider says it is', async () => {
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
