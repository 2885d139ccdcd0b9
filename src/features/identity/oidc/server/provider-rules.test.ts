import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testSecret } from '../../../../testing/database/database-server.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import {
  locationOf,
  startSignIn,
  type TestBrowser,
  testBrowser,
} from '../../../../testing/sign-in/sign-in.ts'
import { relyingPartyId, relyingPartySecret } from './embedded-provider.ts'

// The embedded provider supports what the portal needs and nothing else (§11; ASVS 5.0, V10.4 and V10.6).

const origin = originOf('npt')
const password = 'an orchard in the rain'
const verifier = 'v'.repeat(43)
const challenge = 'K0l5zZ2P9wQm5-not-the-one-of-the-verifier-00'
const asPortal = `Basic ${Buffer.from(`${relyingPartyId}:${encodeURIComponent(relyingPartySecret(testSecret, npt, origin))}`).toString('base64')}`

let portal: TestApp
let ssoId: string

beforeAll(async () => {
  portal = await startTestApp()
  ssoId = (await makeUser(portal.databases, { password })).ssoId
})
afterAll(() => portal.close())

const request = {
  client_id: relyingPartyId,
  redirect_uri: `${origin}/sso`,
  response_type: 'code',
  scope: 'openid',
  state: 's',
  nonce: 'n',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}
const authorize = async (browser: TestBrowser, changed: Partial<Record<keyof typeof request, string>>) =>
  locationOf(await browser.get(`/oidc/auth?${new URLSearchParams({ ...request, ...changed })}`))

const exchange = (
  form: Record<string, string>,
  headers: Record<string, string> = { authorization: asPortal },
) =>
  portal.app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'npt.localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })

/** An unused code of a person who has just entered the password. */
async function freshCode(): Promise<string> {
  const browser = testBrowser(portal.app, origin)
  await startSignIn(browser)
  const { redirectTo } = (await browser.post('/api/Authentication/Login', { userId: ssoId, password })).json<{
    redirectTo: string
  }>()
  return new URL(locationOf(await browser.get(redirectTo))).searchParams.get('code') ?? ''
}

describe('the embedded provider', () => {
  test('publishes only what it supports: code, S256, ES256 and client authentication', async () => {
    const metadata = (
      await portal.app.inject({
        url: '/oidc/.well-known/openid-configuration',
        headers: { host: 'npt.localhost:3000' },
      })
    ).json<Record<string, unknown>>()
    expect(metadata).toMatchObject({
      issuer: `${origin}/oidc`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: ['openid'],
      subject_types_supported: ['public'],
      authorization_response_iss_parameter_supported: true,
    })
    const endpoints = Object.keys(metadata).filter(name => /_endpoint$/.test(name))
    expect(endpoints.sort()).toEqual(['authorization_endpoint', 'token_endpoint'])
  })

  test.each([
    '/oidc/reg',
    '/oidc/me',
    '/oidc/session/end',
    '/oidc/token/revocation',
    '/oidc/device/auth',
    '/oidc/request',
  ])('has nothing at %s', async url => {
    for (const method of ['GET', 'POST'] as const)
      expect(
        (await portal.app.inject({ method, url, headers: { host: 'npt.localhost:3000' } })).statusCode,
      ).toBe(404)
  })

  test.each([
    ['an implicit flow', { response_type: 'id_token' }],
    ['a hybrid flow', { response_type: 'code id_token' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['another client', { client_id: 'somebody' }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/sso' }],
    ['a redirect URI that only starts like the portal’s', { redirect_uri: `${origin}/sso/../x` }],
    ['a redirect URI with a query', { redirect_uri: `${origin}/sso?x=1` }],
  ])('rejects %s and shows the error on the portal’s own page', async (_what, changed) => {
    const address = await authorize(testBrowser(portal.app, origin), changed)
    expect(address).toMatch(/^(http:\/\/npt\.localhost:3000)?\/sso[?#]/)
    expect(address).toContain('error=')
    expect(address).not.toContain('evil')
  })

  test('grants no scope beyond openid', async () => {
    const address = await authorize(testBrowser(portal.app, origin), {
      scope: 'openid offline_access profile',
    })
    expect(address).toMatch(/\/sign-in$|error=invalid_scope/)
  })

  test('a code expires after one minute', async () => {
    await freshCode()
    const rows = await portal.databases
      .realm('npt')
      .selectFrom('oidc_payload')
      .select(['expires_at'])
      .where('model', '=', 'AuthorizationCode')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { expires_at } of rows)
      expect((expires_at?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThanOrEqual(60_000)
  })

  test('exchanges a code only for the authenticated portal with the right PKCE verifier', async () => {
    const valid = { grant_type: 'authorization_code', redirect_uri: `${origin}/sso` }
    const wrongSecret = `Basic ${Buffer.from(`${relyingPartyId}:nonsense`).toString('base64')}`
    expect(
      (await exchange({ ...valid, code: await freshCode(), code_verifier: verifier }, {})).statusCode,
    ).toBe(400)
    expect(
      (
        await exchange(
          { ...valid, code: await freshCode(), code_verifier: verifier },
          { authorization: wrongSecret },
        )
      ).statusCode,
    ).toBe(401)
    expect((await exchange({ ...valid, code: await freshCode() })).json()).toMatchObject({
      error: 'invalid_grant',
    })
    expect(
      (await exchange({ ...valid, code: await freshCode(), code_verifier: verifier })).json(),
    ).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test.each([
    'password',
    'client_credentials',
    'refresh_token',
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
  ])('rejects the grant type %s', async grant_type => {
    const answer = await exchange({
      grant_type,
      username: ssoId,
      password,
      refresh_token: 'x',
      scope: 'openid',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: expect.stringMatching(/unsupported_grant_type|unauthorized_client/),
    })
  })
})
