import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endSession, getSession, ssoVerify } from '../../../../features/sign-in/sign-in.contract.ts'
import { originOf } from '../../../../testing/app.ts'
import type { Mischief } from '../../../../testing/providers/openid-control.ts'
import { type OpenIdPortal, startOpenIdPortal } from '../../../../testing/providers/openid-portal.ts'
import {
  comeBackFrom,
  expectRefused,
  leaveFor,
  sessionOf,
  validate,
} from '../../../../testing/providers/outside-walk.ts'
import { locationOf } from '../../../../testing/signing-in/sign-in-walk.ts'

let about: OpenIdPortal
beforeAll(async () => {
  about = await startOpenIdPortal()
})
afterAll(() => about.stop())
afterEach(() => about.bank.set({ mischief: null, saysIss: true, offersPar: true, signedInAgoS: 5 }))

async function signIn(claims: Record<string, unknown>) {
  const { browser, brought } = await about.returned(claims)
  return { browser, brought, answer: await validate(browser, brought) }
}

describe('open-points 8 an OpenID provider of the bank', () => {
  test('§4 the way through it delivers cookie, token, roles and the place to go on, like the embedded one', async () => {
    const { user, claims } = await about.makePerson()
    const { browser, answer } = await signIn(claims)
    expect(answer.json()).toEqual({ returnTo: '/fund-activity' })
    const as = sessionOf(browser, answer, 'npt')
    expect((await about.portal.call(ssoVerify, {}, { as })).reply).toMatchObject({
      userId: user.userId,
      scope: ['api_access'],
    })
  })

  test('open-points 8 the browser is sent with code, PKCE by S256, nonce and state, pushed where the provider takes it', async () => {
    const pushedTo = await leaveFor(about.browser(), 'bank')
    expect([...pushedTo.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    const other = await startOpenIdPortal()
    await other.bank.set({ offersPar: false })
    const { searchParams } = await leaveFor(other.browser(), 'bank')
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

  test('open-points 8 a visitor of a client with several providers chooses on the sign-in screen', async () => {
    const start = await about.browser().get('/api/sign-in/start?returnTo=/fund-activity')
    expect(locationOf(start)).toBe('/sign-in?choose=1&returnTo=%2Ffund-activity')
    const context = await about.browser().get('/api/client-context')
    expect(context.json()).toMatchObject({
      house: {
        identityProviders: [
          { name: 'embedded', title: 'User ID and password' },
          { name: 'bank', title: 'Staff of the bank' },
        ],
      },
    })
    expect((await about.browser().get('/api/sign-in/start?provider=nobody')).statusCode).toBe(404)
  })

  test('open-points 8 a provider that does not answer as one leads to /sso, which says that it failed', async () => {
    for (const mischief of ['other issuer in the metadata', 'an endless answer', 'a redirection'] as const) {
      const other = await startOpenIdPortal()
      await other.bank.set({ mischief })
      const start = await other.browser().get('/api/sign-in/start?provider=bank')
      expect(locationOf(start), mischief).toBe('/sso?error=temporarily_unavailable')
      await other.stop()
    }
  })

  test('open-points 8 a key that the provider has changed is taken from the next sign-in on', async () => {
    const { claims } = await about.makePerson()
    expect((await signIn(claims)).answer.statusCode).toBe(200)
    await about.bank.rotate()
    expect((await signIn(claims)).answer.statusCode).toBe(200)
  })

  test('open-points 8 a provider that does not say iss is taken by the address that is its alone', async () => {
    const other = await startOpenIdPortal()
    await other.bank.set({ saysIss: false })
    const { claims } = await other.makePerson()
    const { browser, brought } = await other.returned(claims)
    expect(brought).not.toHaveProperty('iss')
    expect((await validate(browser, brought)).statusCode).toBe(200)
    await other.stop()
  })

  const refused: Mischief[] = [
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
    'the former ID token',
  ]
  test.each(refused)('open-points 8 refused: %s; the same walk without it succeeds', async mischief => {
    const { claims } = await about.makePerson()
    const victim = await about.makePerson()
    expect((await signIn(claims)).answer.statusCode).toBe(200)
    await about.bank.set({ mischief, alteredClaims: victim.claims })
    const { browser, answer } = await signIn(claims)
    expectRefused(browser, answer)
    await about.bank.set({ mischief: null })
    expect((await signIn(claims)).answer.statusCode).toBe(200)
  })
})

describe('open-points 8 what was good once', () => {
  test('open-points 8 a code that is brought again is refused', async () => {
    const { claims } = await about.makePerson()
    const { browser, brought } = await about.returned(claims)
    const journey = browser.cookies.get('almoner-journey') ?? ''
    expect((await validate(browser, brought)).statusCode).toBe(200)
    const thief = about.browser()
    thief.cookies.set('almoner-journey', journey)
    expectRefused(thief, await validate(thief, brought), 409)
  })

  test('open-points 8 also where the provider forgets that it gave the code out, and would say the same again', async () => {
    const { claims } = await about.makePerson()
    await about.bank.set({ mischief: 'takes codes twice' })
    const { browser, brought } = await about.returned(claims)
    const journey = browser.cookies.get('almoner-journey') ?? ''
    expect((await validate(browser, brought)).statusCode).toBe(200)
    const thief = about.browser()
    thief.cookies.set('almoner-journey', journey)
    expectRefused(thief, await validate(thief, brought), 409)
  })

  test('open-points 8 what another browser was given opens nothing in this one', async () => {
    const { claims } = await about.makePerson()
    const { brought } = await about.returned(claims)
    const other = about.browser()
    expectRefused(other, await validate(other, brought), 409)
  })

  test('open-points 8 an answer at another provider’s address, and an error, end at §4’s validation failure', async () => {
    const browser = about.browser()
    const state = (await leaveFor(browser, 'bank')).searchParams.get('state') ?? ''
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

  test('issue 3, 10 a refusal and a first sign-in stand in the audit trail with their reason', async () => {
    const { user, claims } = await about.makePerson()
    await signIn(claims)
    await about.bank.set({ mischief: 'wrong nonce' })
    await signIn(claims)
    const { rows } = await about.portal.database.admin.query<{ kind: string; detail: object }>(
      `select kind, detail from audit_event where user_id = $1 or detail ->> 'reason' = 'the answer of the provider is not good'
        order by seq desc limit 3`,
      [user.userId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['sign-in-refused', 'signed-in', 'identity-linked'])
    expect(rows[0]?.detail).toMatchObject({ provider: 'bank' })
  })
})

describe('open-points 8 logging out', () => {
  test('open-points 8 leads to the provider’s end of session with the ID token as hint, and back home', async () => {
    const { claims } = await about.makePerson()
    const { browser, answer } = await signIn(claims)
    const as = sessionOf(browser, answer, 'npt')
    const { reply } = await about.portal.call(endSession, {}, { as })
    const address = new URL(reply.providerLogout ?? '')
    expect(`${address.origin}${address.pathname}`).toBe(`${about.bank.origin}/end-session`)
    expect(address.searchParams.get('id_token_hint')).toBe(await about.bank.lastIdToken())
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${originOf('npt')}/`)
    expect((await about.portal.call(getSession, {}, { as })).status).toBe(401)
  })

  test('open-points 8 leads nowhere for who signed in by the embedded provider', async () => {
    const { user } = await about.makePerson()
    const as = await about.portal.sessionFor(user)
    expect((await about.portal.call(endSession, {}, { as })).reply).toEqual({ providerLogout: null })
  })
})

test('open-points 8 a provider that is to ask anew, and lets in who was signed in there, is refused', async () => {
  const strict = await startOpenIdPortal({ asksAnew: true })
  const { claims } = await strict.makePerson()
  const { browser, brought } = await strict.returned(claims)
  expect((await validate(browser, brought)).statusCode).toBe(200)
  await strict.bank.set({ signedInAgoS: 3600 })
  const again = await strict.returned(claims)
  expectRefused(again.browser, await validate(again.browser, again.brought))
  const asked = strict.browser()
  await strict.bank.set({ signedInAgoS: 5 })
  expect(await comeBackFrom(asked, await leaveFor(asked, 'bank'))).toHaveProperty('code')
  await strict.stop()
})
