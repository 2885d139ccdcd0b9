import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { rathbones } from '../../../../clients/configuration/rathbones.ts'
import { getSession } from '../../../../contract/session.contract.ts'
import type { PasskeyCreation } from '../../../../contract/webauthn.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import { followRedirect, startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'
import { softPasskey } from '../../../../testing/sign-in/soft-passkey.ts'
import { getFactors, makeBackupCodes, removeFactor } from '../../factors/factors.contract.ts'

const password = 'correct horse battery staple'
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({
    clients: { npt, rathbones: { ...rathbones, secondFactor: 'staff' } },
    clock,
    settings: { enforcesSecondFactor: true },
  })
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

async function afterPassword(user: MadeUser) {
  const browser = testBrowser(portal.app, originOf(user.realm))
  await startSignIn(browser)
  const next = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password })
  return { browser, next: next.json<{ step: string; redirectTo: string }>() }
}

async function donor(): Promise<MadeUser> {
  const user = await makeUser(portal.databases, { password })
  await makeRelationship(portal.databases, await makeAccount(portal.databases), { user })
  return user
}

describe('first set-up of a required second factor', () => {
  test('sets up one-time codes after the password, returns backup codes and logs in', async () => {
    const user = await donor()
    const { browser, next } = await afterPassword(user)
    expect(next).toEqual({ step: 'set-up' })
    const started = await browser.post('/api/Authentication/Login/set-up/start', { kind: 'code' })
    const { setUp } = started.json<{ setUp: { setUpId: string; uri: string; secret: string } }>()
    expect(new URL(setUp.uri).searchParams.get('secret')).toBe(setUp.secret.replaceAll(' ', ''))
    expect(setUp.uri).toMatch(/^otpauth:\/\/totp\/NPT/)
    const code = await codeAt(setUp.secret, clock.now())
    const finished = await browser.post('/api/Authentication/Login/set-up', {
      kind: 'code',
      setUpId: setUp.setUpId,
      code,
    })
    const { redirectTo, backupCodes } = finished.json<{ redirectTo: string; backupCodes: string[] }>()
    expect(backupCodes).toHaveLength(10)
    expect(new Set(backupCodes).size).toBe(10)
    const returned = await followRedirect(browser, redirectTo)
    expect((await browser.post('/api/User/ValidateSsoId', returned)).statusCode).toBe(200)
    const { rows } = await portal.database.admin.query('select amr, acr from session where user_id = $1', [
      user.userId,
    ])
    expect(rows).toEqual([{ amr: ['pwd', 'otp', 'mfa'], acr: 'urn:almoner:acr:two-factors' }])
  })

  test('sets up a passkey that logs in from then on', async () => {
    const user = await donor()
    const { browser } = await afterPassword(user)
    const started = await browser.post('/api/Authentication/Login/set-up/start', { kind: 'passkey' })
    const { creation } = started.json<{ creation: PasskeyCreation }>()
    expect(creation).toMatchObject({
      rp: { id: 'npt.localhost', name: npt.displayName },
      user: { name: user.ssoId },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    })
    // The user handle reveals nothing about the person (WebAuthn 14.6.1).
    expect(Buffer.from(creation.user.id, 'base64url').toString('hex')).toBe(user.userId.replaceAll('-', ''))
    const passkey = softPasskey(originOf('npt'))
    const wrong = passkey.create(creation, { isUserVerified: false })
    expect(
      (await browser.post('/api/Authentication/Login/set-up', { kind: 'passkey', passkey: wrong }))
        .statusCode,
    ).toBe(400)
    const again = await browser.post('/api/Authentication/Login/set-up/start', { kind: 'passkey' })
    const made = passkey.create(again.json<{ creation: PasskeyCreation }>().creation)
    const finished = await browser.post('/api/Authentication/Login/set-up', {
      kind: 'passkey',
      passkey: made,
    })
    expect(finished.statusCode).toBe(200)
    expect((await afterPassword(user)).next).toMatchObject({ step: 'factor' })
  })

  test('neither the password alone nor a set-up without it logs in', async () => {
    const user = await donor()
    const { browser } = await afterPassword(user)
    const factor = { kind: 'code', code: '123456' }
    expect((await browser.post('/api/Authentication/Login/factor', { factor })).statusCode).toBe(400)
    const stranger = testBrowser(portal.app, originOf('npt'))
    await startSignIn(stranger)
    const started = await stranger.post('/api/Authentication/Login/set-up/start', { kind: 'code' })
    expect(started.statusCode).toBe(409)
  })

  test('does not accept backup codes without another factor', async () => {
    const user = await donor()
    const { reply } = await portal.call(makeBackupCodes, {}, { as: await portal.sessionFor(user) })
    const { browser, next } = await afterPassword(user)
    expect(next).toEqual({ step: 'set-up' })
    const factor = { kind: 'backup-code', code: reply.codes[0] }
    expect((await browser.post('/api/Authentication/Login/factor', { factor })).statusCode).toBe(400)
  })

  test('rejects the set-up for a person who has a factor', async () => {
    const user = await donor()
    await addCodesFor(portal, await portal.sessionFor(user), clock.now())
    const { browser, next } = await afterPassword(user)
    expect(next).toMatchObject({ step: 'factor' })
    for (const kind of ['code', 'passkey'])
      expect((await browser.post('/api/Authentication/Login/set-up/start', { kind })).statusCode).toBe(409)
  })

  test('logs donors in by password if only staff need a second factor', async () => {
    const user = await makeUser(portal.databases, { realm: 'rathbones', password })
    expect((await afterPassword(user)).next).toMatchObject({ step: 'done' })
    const staff = await makeUser(portal.databases, {
      realm: 'rathbones',
      password,
      roles: [{ role: 'auditor', actions: null }],
    })
    expect((await afterPassword(staff)).next).toEqual({ step: 'set-up' })
  })

  test('keeps a required last factor and removes an optional one', async () => {
    const user = await donor()
    const as = await portal.sessionFor(user)
    await addCodesFor(portal, as, clock.now())
    expect((await portal.call(getFactors, {}, { as })).reply).toMatchObject({ isRequired: true })
    const refused = await portal.call(removeFactor, { body: command({ kind: 'code' as const }) }, { as })
    expect(refused.problem).toMatchObject({
      status: 409,
      detail: 'This is your last one. Add another before you remove it.',
    })
    const free = await makeUser(portal.databases, { realm: 'rathbones', password })
    await makeRelationship(portal.databases, await makeAccount(portal.databases, { book: 'rathbones' }), {
      user: free,
    })
    const freeAs = await portal.sessionFor(free)
    await addCodesFor(portal, freeAs, clock.now())
    const removed = await portal.call(
      removeFactor,
      { body: command({ kind: 'code' as const }) },
      { as: freeAs },
    )
    expect(removed.status).toBe(200)
    expect((await portal.call(getFactors, {}, { as: freeAs })).reply).toMatchObject({ code: null })
  })

  test('rejects the removal of another person’s factor', async () => {
    const user = await donor()
    const as = await portal.sessionFor(user)
    await addCodesFor(portal, as, clock.now())
    const other = await portal.sessionFor(await donor())
    const removed = await portal.call(
      removeFactor,
      { body: command({ kind: 'code' as const }) },
      { as: other },
    )
    expect(removed.status).toBe(404)
    expect((await portal.call(getFactors, {}, { as })).reply.code).not.toBeNull()
  })
})

describe('direct login', () => {
  const direct = (body: object) =>
    testBrowser(portal.app, originOf('npt')).post('/api/Authentication/Login', { ...body, direct: true })

  test('returns the session for password and code', async () => {
    const user = await donor()
    const { secret } = await addCodesFor(portal, await portal.sessionFor(user), clock.now())
    clock.advance(30_000)
    const first = await direct({ userId: user.ssoId, password })
    expect(first.json()).toEqual({ step: 'factor', offer: { kinds: ['code'], passkeyRequest: null } })
    expect(first.headers.authorization).toBeUndefined()
    const factor = { kind: 'code', code: await codeAt(secret, clock.now()) }
    const done = await direct({ userId: user.ssoId, password, factor })
    expect(done.json()).toEqual({ step: 'done', redirectTo: null, device: null })
    const cookie = done.cookies.find(({ name }) => name === 'almoner-session')
    const as = {
      client: 'npt',
      headers: {
        cookie: `${cookie?.name}=${cookie?.value}`,
        authorization: String(done.headers.authorization),
      },
    }
    expect((await portal.call(getSession, {}, { as })).reply).toMatchObject({ userId: user.userId })
    expect((await direct({ userId: user.ssoId, password, factor })).statusCode).toBe(400)
  })

  test('gives a wrong password and an unknown user the same answer and limit', async () => {
    const user = await donor()
    for (const userId of [user.ssoId, 'nobody-direct@npt.example']) {
      for (let failure = 0; failure < 5; failure++) {
        const answer = await direct({ userId, password: 'wrong' })
        expect(answer.json()).toMatchObject({ status: 400, detail: 'Invalid Username or Password' })
      }
      expect((await direct({ userId, password: 'wrong' })).statusCode).toBe(429)
    }
  })

  test('reports a required set-up only after the right password', async () => {
    const user = await donor()
    const answer = await direct({ userId: user.ssoId, password })
    expect(answer.json()).toMatchObject({
      title: 'Access denied.',
      detail: expect.stringContaining('set up two-step verification'),
    })
    expect(answer.headers.authorization).toBeUndefined()
  })

  test('rejects a person without access', async () => {
    const gone = await makeUser(portal.databases, { realm: 'rathbones', password, hasAccess: false })
    const answer = await testBrowser(portal.app, originOf('rathbones')).post('/api/Authentication/Login', {
      userId: gone.ssoId,
      password,
      direct: true,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.authorization).toBeUndefined()
  })

  test('rejects a request from another origin', async () => {
    const user = await donor()
    const answer = await testBrowser(portal.app, originOf('npt')).post(
      '/api/Authentication/Login',
      { userId: user.ssoId, password, direct: true },
      { origin: 'https://evil.example' },
    )
    expect(answer.json()).toMatchObject({ title: 'Access denied.' })
  })
})
