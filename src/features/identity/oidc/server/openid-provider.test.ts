import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSession, getSession } from '../../../../contract/session.contract.ts'
import { originOf } from '../../../../testing/app.ts'
import {
  expectRefused,
  followCallback,
  sessionOf,
  startAuthorization,
  validate,
} from '../../../../testing/providers/external-sign-in.ts'
import type { AttackVariant } from '../../../../testing/providers/openid-control.ts'
import { type OpenIdPortal, startOpenIdPortal } from '../../../../testing/providers/openid-portal.ts'
import { locationOf } from '../../../../testing/sign-in/sign-in.ts'
import { ssoVerify } from '../../login/sign-in.contract.ts'

let setup: OpenIdPortal
beforeAll(async () => {
  setup = await startOpenIdPortal()
})
afterAll(() => setup.stop())
afterEach(() => setup.bank.set({ attackVariant: null, sendsIss: true, offersPar: true, signedInAgoS: 5 }))

async function signIn(claims: Record<string, unknown>) {
  const { browser, params } = await setup.returned(claims)
  return { browser, params, answer: await validate(browser, params) }
}

describe('an OpenID provider of the bank', () => {
  test('a login returns cookie, token, roles and return path, like the embedded provider (§4)', async () => {
    const { user, claims } = await setup.makePerson()
    const { browser, answer } = await signIn(claims)
    expect(answer.json()).toEqual({ returnTo: '/fund-activity' })
    const as = sessionOf(browser, answer, 'npt')
    expect((await setup.portal.call(ssoVerify, {}, { as })).reply).toMatchObject({
      userId: user.userId,
      scope: ['api_access'],
    })
  })

  test('the authorization request has code, S256 PKCE, nonce and state, and is pushed if supported', async () => {
    const pushedTo = await startAuthorization(setup.browser(), 'bank')
    expect([...pushedTo.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    const other = await startOpenIdPortal()
    await other.bank.set({ offersPar: false })
    const { searchParams } = await startAuthorization(other.browser(), 'bank')
    await other.stop()
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${originOf('npt')}/api/sign-in/returned/bank`,
      scope: 'openid email',
      nonce: expect.stringMatching(/.{40}/),
      state: expect.stringMatching(/.{40}/),
      code_challenge: expect.stringMatching(/.{40}/),
    })
  })

  test('a visitor of a client with several providers chooses one on the login screen', async () => {
    const start = await setup.browser().get('/api/sign-in/start?returnTo=/fund-activity')
    expect(locationOf(start)).toBe('/sign-in?choose=1&returnTo=%2Ffund-activity')
    const context = await setup.browser().get('/api/client-context')
    expect(context.json()).toMatchObject({
      clientSettings: {
        identityProviders: [
          { name: 'embedded', title: 'User ID and password' },
          { name: 'bank', title: 'Staff of the bank' },
        ],
      },
    })
    expect((await setup.browser().get('/api/sign-in/start?provider=nobody')).statusCode).toBe(404)
  })

  test('a provider that does not respond correctly leads to the failure message at /sso', async () => {
    for (const attackVariant of [
      'other issuer in the metadata',
      'an endless answer',
      'a redirection',
    ] as const) {
      const other = await startOpenIdPortal()
      await other.bank.set({ attackVariant })
      const start = await other.browser().get('/api/sign-in/start?provider=bank')
      expect(locationOf(start), attackVariant).toBe('/sso?error=temporarily_unavailable')
      await other.stop()
    }
  })

  test('a rotated provider key is used from the next login', async () => {
    const { claims } = await setup.makePerson()
    expect((await signIn(claims)).answer.statusCode).toBe(200)
    await setup.bank.rotate()
    expect((await signIn(claims)).answer.statusCode).toBe(200)
  })

  test('a provider without the iss parameter is identified by its own callback address', async () => {
    const other = await startOpenIdPortal()
    await other.bank.set({ sendsIss: false })
    const { claims } = await other.makePerson()
    const { browser, params } = await other.returned(claims)
    expect(params).not.toHaveProperty('iss')
    expect((await validate(browser, params)).statusCode).toBe(200)
    await other.stop()
  })

  const refused: AttackVariant[] = [
    'wrong signature',
    'altered claims',
    'wrong audience',
    'several audiences',
    'wrong nonce',
    'no nonce',
    'wrong iss',
    'wrong iss in the answer',
    'no iss',
    'expired',
    'clock ten minutes behind',
    'clock ten minutes ahead',
    'alg none',
    'HS256 with the public key',
    'HS256 with the client secret',
    'the previous ID token',
  ]
  test.each(refused)(
    'rejects the attack: %s; the same login without it succeeds (§11)',
    async attackVariant => {
      const { claims } = await setup.makePerson()
      const victim = await setup.makePerson()
      expect((await signIn(claims)).answer.statusCode).toBe(200)
      await setup.bank.set({ attackVariant, alteredClaims: victim.claims })
      const { browser, answer } = await signIn(claims)
      expectRefused(browser, answer)
      await setup.bank.set({ attackVariant: null })
      expect((await signIn(claims)).answer.statusCode).toBe(200)
    },
  )
})

describe('replay', () => {
  test('rejects a code that was used before', async () => {
    const { claims } = await setup.makePerson()
    const { browser, params } = await setup.returned(claims)
    const authRequest = browser.cookies.get('almoner-auth-request') ?? ''
    expect((await validate(browser, params)).statusCode).toBe(200)
    const attacker = setup.browser()
    attacker.cookies.set('almoner-auth-request', authRequest)
    expectRefused(attacker, await validate(attacker, params), 409)
  })

  test('rejects a used code even if the provider would accept it again', async () => {
    const { claims } = await setup.makePerson()
    await setup.bank.set({ attackVariant: 'accepts codes twice' })
    const { browser, params } = await setup.returned(claims)
    const authRequest = browser.cookies.get('almoner-auth-request') ?? ''
    expect((await validate(browser, params)).statusCode).toBe(200)
    const attacker = setup.browser()
    attacker.cookies.set('almoner-auth-request', authRequest)
    expectRefused(attacker, await validate(attacker, params), 409)
  })

  test('rejects a code that was issued to another browser', async () => {
    const { claims } = await setup.makePerson()
    const { params } = await setup.returned(claims)
    const other = setup.browser()
    expectRefused(other, await validate(other, params), 409)
  })

  test('a callback at another provider’s address, or with an error, shows the validation failure (§4)', async () => {
    const browser = setup.browser()
    const state = (await startAuthorization(browser, 'bank')).searchParams.get('state') ?? ''
    for (const search of [
      `code=c&state=${state}x`,
      `code=c&state=${state}&state=${state}`,
      'error=access_denied',
    ])
      expect(locationOf(await browser.get(`/api/sign-in/returned/bank?${search}`))).toBe(
        '/sso?error=access_denied',
      )
    expect((await browser.get('/api/sign-in/returned/embedded?code=c&state=s')).statusCode).toBe(404)
  })

  test('records a refusal and a first login in the audit log with the reason', async () => {
    const { user, claims } = await setup.makePerson()
    await signIn(claims)
    await setup.bank.set({ attackVariant: 'wrong nonce' })
    await signIn(claims)
    const { rows } = await setup.portal.database.admin.query<{ kind: string; detail: object }>(
      `select kind, detail from audit_event where user_id = $1 or detail ->> 'reason' = 'the provider’s response is invalid'
        order by seq desc limit 3`,
      [user.userId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['sign-in-refused', 'signed-in', 'identity-linked'])
    expect(rows[0]?.detail).toMatchObject({ provider: 'bank' })
  })
})

describe('logging out', () => {
  test('leads to the provider’s end-session endpoint with the ID token as hint, and back home', async () => {
    const { claims } = await setup.makePerson()
    const { browser, answer } = await signIn(claims)
    const as = sessionOf(browser, answer, 'npt')
    const { reply } = await setup.portal.call(endSession, {}, { as })
    const address = new URL(reply.providerLogout ?? '')
    expect(`${address.origin}${address.pathname}`).toBe(`${setup.bank.origin}/end-session`)
    expect(address.searchParams.get('id_token_hint')).toBe(await setup.bank.lastIdToken())
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${originOf('npt')}/`)
    expect((await setup.portal.call(getSession, {}, { as })).status).toBe(401)
  })

  test('leads nowhere after a login at the embedded provider', async () => {
    const { user } = await setup.makePerson()
    const as = await setup.portal.sessionFor(user)
    expect((await setup.portal.call(endSession, {}, { as })).reply).toEqual({
      logout: true,
      providerLogout: null,
    })
  })
})

test('rejects a login that reuses the provider’s session although reauthentication was requested', async () => {
  const strict = await startOpenIdPortal({ forceReauthentication: true })
  const { claims } = await strict.makePerson()
  const { browser, params } = await strict.returned(claims)
  expect((await validate(browser, params)).statusCode).toBe(200)
  await strict.bank.set({ signedInAgoS: 3600 })
  const again = await strict.returned(claims)
  expectRefused(again.browser, await validate(again.browser, again.params))
  const fresh = strict.browser()
  await strict.bank.set({ signedInAgoS: 5 })
  expect(await followCallback(fresh, await startAuthorization(fresh, 'bank'))).toHaveProperty('code')
  await strict.stop()
})
