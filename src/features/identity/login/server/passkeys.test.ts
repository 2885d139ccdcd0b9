import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PasskeyRequest, PasskeyResponse } from '../../../../contract/webauthn.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addPasskeyFor, backupCodesFor } from '../../../../testing/sign-in/factors.ts'
import {
  followRedirect,
  startSignIn,
  type TestBrowser,
  testBrowser,
} from '../../../../testing/sign-in/sign-in.ts'
import type { PasskeyOverrides, SoftPasskey } from '../../../../testing/sign-in/soft-passkey.ts'
import { softPasskey } from '../../../../testing/sign-in/soft-passkey.ts'
import { userHandleOf } from '../../factors/server/passkeys.ts'

const password = 'correct horse battery staple'
const origin = originOf('npt')
const clock = testClock(new Date())
let portal: TestApp
let user: MadeUser
let passkey: SoftPasskey
let mallory: MadeUser
let mallorys: SoftPasskey
beforeAll(async () => {
  portal = await startTestApp({ clock })
  user = await makeUser(portal.databases, { password })
  passkey = await addPasskeyFor(portal, await portal.sessionFor(user))
  mallory = await makeUser(portal.databases, { password })
  mallorys = await addPasskeyFor(portal, await portal.sessionFor(mallory))
})
afterAll(() => portal.close())

async function startLogin(): Promise<{ browser: TestBrowser; request: PasskeyRequest }> {
  const browser = testBrowser(portal.app, origin)
  await startSignIn(browser)
  return { browser, request: await askFor(browser) }
}

async function askFor(browser: TestBrowser, step: 'first' | 'second' = 'first'): Promise<PasskeyRequest> {
  const answer = await browser.post('/api/Authentication/Login/passkey-request', { step })
  return answer.json<{ passkeyRequest: PasskeyRequest }>().passkeyRequest
}

const logInBy = (browser: TestBrowser, answer: PasskeyResponse) =>
  browser.post('/api/Authentication/Login/passkey', { answer })

async function afterPassword(who: MadeUser) {
  const browser = testBrowser(portal.app, origin)
  await startSignIn(browser)
  const next = await browser.post('/api/Authentication/Login', { userId: who.ssoId, password })
  const { offer } = next.json<{ offer: { kinds: string[]; passkeyRequest: PasskeyRequest } }>()
  const submit = (answer: PasskeyResponse) =>
    browser.post('/api/Authentication/Login/factor', { factor: { kind: 'passkey', answer } })
  return { browser, offer, submit }
}

async function signedInAs(browser: TestBrowser, redirectTo: string) {
  const returned = await followRedirect(browser, redirectTo)
  expect((await browser.post('/api/User/ValidateSsoId', returned)).statusCode).toBe(200)
  const { rows } = await portal.database.admin.query<{ user_id: string; amr: string[]; acr: string }>(
    'select user_id, amr, acr from session order by created_at desc, session_id desc limit 1',
  )
  return rows[0]
}

describe('a passkey as the first step', () => {
  test('logs in with a passkey alone', async () => {
    const { browser, request } = await startLogin()
    expect(request).toMatchObject({
      rpId: 'npt.localhost',
      allowCredentials: [],
      userVerification: 'required',
    })
    const done = await logInBy(browser, passkey.answer(request))
    expect(await signedInAs(browser, done.json<{ redirectTo: string }>().redirectTo)).toEqual({
      user_id: user.userId,
      amr: ['hwk', 'user', 'mfa'],
      acr: 'urn:almoner:acr:passkey',
    })
  })

  test.each<[string, PasskeyOverrides]>([
    ['signed for another origin', { origin: 'https://evil.example' }],
    ['signed for another port', { origin: 'http://npt.localhost:4000' }],
    ['signed for another client', { origin: originOf('rathbones') }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['of the domain above', { rpId: 'localhost' }],
    ['whose owner was not verified', { isUserVerified: false }],
    ['for another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['of the type webauthn.create', { type: 'webauthn.create' }],
    ['without a user handle', { userHandle: null }],
    [
      'with another person’s user handle',
      { userHandle: userHandleOf('019aa000-0000-7000-8000-000000000000') },
    ],
  ])('rejects an assertion %s', async (_what, overrides) => {
    const { browser, request } = await startLogin()
    const answer = await logInBy(browser, passkey.answer(request, overrides))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ detail: 'The passkey was not accepted. Please try again.' })
  })

  test('rejects an assertion by another key or an unknown passkey', async () => {
    const { browser, request } = await startLogin()
    const forged = { ...mallorys.answer(request), id: passkey.id, rawId: passkey.id }
    const bodies = []
    for (const answer of [
      forged,
      softPasskey(origin).answer(request, { userHandle: userHandleOf(user.userId) }),
    ]) {
      const { traceId: _traceId, ...rest } = (await logInBy(browser, answer)).json<{ traceId: string }>()
      bodies.push(rest)
    }
    expect(bodies[0]).toMatchObject({ status: 400 })
    expect(bodies[1]).toEqual(bodies[0])
  })

  test('accepts a challenge once', async () => {
    const { browser, request } = await startLogin()
    expect((await logInBy(browser, passkey.answer(request))).statusCode).toBe(200)
    expect((await logInBy(browser, passkey.answer(request))).statusCode).toBe(400)
  })

  test('a wrong assertion consumes the challenge', async () => {
    const { browser, request } = await startLogin()
    await logInBy(browser, passkey.answer(request, { isUserVerified: false }))
    expect((await logInBy(browser, passkey.answer(request))).statusCode).toBe(400)
    expect((await logInBy(browser, passkey.answer(await askFor(browser)))).statusCode).toBe(200)
  })

  test('rejects the assertion of another browser', async () => {
    const { request } = await startLogin()
    const other = await startLogin()
    expect((await logInBy(other.browser, passkey.answer(request))).statusCode).toBe(400)
  })

  test('a challenge expires after ten minutes', async () => {
    const { browser, request } = await startLogin()
    clock.advance(10 * 60 * 1000)
    expect((await logInBy(browser, passkey.answer(request))).statusCode).toBe(400)
  })

  test('rejects a signature counter that does not increase', async () => {
    const counting = await makeUser(portal.databases, { password })
    const key = await addPasskeyFor(portal, await portal.sessionFor(counting))
    const signWith = async (counter: number) => {
      const { browser, request } = await startLogin()
      return (await logInBy(browser, key.answer(request, { counter }))).statusCode
    }
    expect(await signWith(5)).toBe(200)
    expect(await signWith(6)).toBe(200)
    expect(await signWith(6)).toBe(400)
    expect(await signWith(3)).toBe(400)
    expect(await signWith(0)).toBe(400)
    expect(await signWith(7)).toBe(200)
  })

  test('creates no challenge without a pending login', async () => {
    const browser = testBrowser(portal.app, origin)
    for (const step of ['first', 'second'])
      expect((await browser.post('/api/Authentication/Login/passkey-request', { step })).statusCode).toBe(409)
  })

  test('logs in by passkey alone after a password was entered', async () => {
    const { browser } = await afterPassword(mallory)
    expect((await logInBy(browser, passkey.answer(await askFor(browser)))).statusCode).toBe(200)
  })

  test('rejects a second-factor challenge as a first step', async () => {
    const { browser, offer } = await afterPassword(user)
    expect((await logInBy(browser, passkey.answer(offer.passkeyRequest))).statusCode).toBe(400)
  })
})

describe('a passkey as the second step', () => {
  test('requests the person’s own passkeys after the password', async () => {
    const { browser, offer, submit } = await afterPassword(user)
    expect(offer.kinds).toEqual(['passkey'])
    expect(offer.passkeyRequest.allowCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal'] },
    ])
    const done = await submit(passkey.answer(offer.passkeyRequest))
    expect(await signedInAs(browser, done.json<{ redirectTo: string }>().redirectTo)).toEqual({
      user_id: user.userId,
      amr: ['pwd', 'hwk', 'user', 'mfa'],
      acr: 'urn:almoner:acr:passkey',
    })
  })

  test('creates a new challenge for each attempt', async () => {
    const { browser, offer, submit } = await afterPassword(user)
    await submit(passkey.answer(offer.passkeyRequest, { isUserVerified: false }))
    const again = await askFor(browser, 'second')
    expect(again.allowCredentials).toEqual(offer.passkeyRequest.allowCredentials)
    expect((await submit(passkey.answer(again))).statusCode).toBe(200)
  })

  test('rejects another person’s passkey', async () => {
    const { offer, submit } = await afterPassword(user)
    expect((await submit(mallorys.answer(offer.passkeyRequest))).statusCode).toBe(400)
    const again = await afterPassword(user)
    const forged = mallorys.answer(again.offer.passkeyRequest, { userHandle: userHandleOf(user.userId) })
    expect((await again.submit(forged)).statusCode).toBe(400)
  })

  test('rejects another person’s challenge', async () => {
    const hers = await afterPassword(mallory)
    const his = await afterPassword(user)
    expect((await his.submit(passkey.answer(hers.offer.passkeyRequest))).statusCode).toBe(400)
  })

  test('a passkey logs in while the person’s codes are rate limited', async () => {
    // Resets the counts of earlier tests.
    clock.advance(2 * 60 * 60 * 1000)
    const victim = await makeUser(portal.databases, { password })
    const as = await portal.sessionFor(victim)
    const key = await addPasskeyFor(portal, as)
    await backupCodesFor(portal, as)
    for (let guess = 0; guess < 7; guess++) {
      const { browser } = await afterPassword(victim)
      const factor = { kind: 'backup-code', code: `aaaa-aaaa-aaa${guess}` }
      await browser.post('/api/Authentication/Login/factor', { factor })
    }
    const { browser, offer, submit } = await afterPassword(victim)
    const factor = { kind: 'backup-code', code: 'aaaa-aaaa-aaaa' }
    expect((await browser.post('/api/Authentication/Login/factor', { factor })).statusCode).toBe(429)
    expect((await submit(key.answer(offer.passkeyRequest))).statusCode).toBe(200)
  })
})

describe('a passkey at another host', () => {
  test('is not offered at another client of the realm, where the password alone adds none', async () => {
    const { npt } = await import('../../../../clients/configuration/npt.ts')
    const sister = { ...npt, name: 'sister' }
    const other = await startTestApp({
      clients: { npt, sister },
      clock,
      settings: { enforcesSecondFactor: true },
    })
    try {
      const person = await makeUser(other.databases, { password })
      await addPasskeyFor(other, await other.sessionFor(person))
      const browser = testBrowser(other.app, originOf('sister'))
      await startSignIn(browser)
      const next = await browser.post('/api/Authentication/Login', { userId: person.ssoId, password })
      expect(next.json()).toEqual({ step: 'factor', offer: { kinds: [], passkeyRequest: null } })
      const refused = await browser.post('/api/Authentication/Login/set-up/start', { kind: 'code' })
      expect(refused.statusCode).toBe(409)
    } finally {
      await other.close()
    }
  })
})
