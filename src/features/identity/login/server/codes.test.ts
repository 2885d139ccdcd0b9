import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'
import { addCodesFor, backupCodesFor, codeAt } from '../../../../testing/sign-in/factors.ts'
import { followRedirect, locationOf, startSignIn, testBrowser } from '../../../../testing/sign-in/sign-in.ts'
import { maxWrongGuesses } from './attempts.queries.ts'

const password = 'correct horse battery staple'
const stepMs = 30_000
const clock = testClock(new Date())
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

/** A person with one-time codes whose next code is unused. */
async function withCodes(): Promise<{ user: MadeUser; secret: string; backupCodes: string[] }> {
  const user = await makeUser(portal.databases, { password })
  const as = await portal.sessionFor(user)
  const { secret } = await addCodesFor(portal, as, clock.now())
  const backupCodes = await backupCodesFor(portal, as)
  clock.advance(stepMs)
  return { user, secret, backupCodes }
}

/** A browser after the right password. */
async function afterPassword(user: Pick<MadeUser, 'ssoId'>) {
  const browser = testBrowser(portal.app, originOf('npt'))
  await startSignIn(browser)
  const next = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password })
  const submit = (kind: 'code' | 'backup-code', code: string) =>
    browser.post('/api/Authentication/Login/factor', { factor: { kind, code } })
  return { browser, next, submit }
}

const codeNow = (secret: string) => codeAt(secret, clock.now())
const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

async function methodsOfLastSession(userId: string) {
  const { rows } = await portal.database.admin.query(
    'select amr, acr, factor_verified_at is not null as verified from session where user_id = $1 order by created_at desc, session_id desc limit 1',
    [userId],
  )
  return rows[0]
}

describe('one-time codes', () => {
  test('requires the code after the password and logs in', async () => {
    const { user, secret } = await withCodes()
    const { browser, next, submit } = await afterPassword(user)
    expect(next.json()).toEqual({
      step: 'factor',
      offer: { kinds: ['code', 'backup-code'], passkeyRequest: null },
    })
    const done = await submit('code', await codeNow(secret))
    expect(done.json()).toMatchObject({ step: 'done', device: null })
    const returned = await followRedirect(browser, done.json<{ redirectTo: string }>().redirectTo)
    expect((await browser.post('/api/User/ValidateSsoId', returned)).statusCode).toBe(200)
    expect(await methodsOfLastSession(user.userId)).toEqual({
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'urn:almoner:acr:two-factors',
      verified: true,
    })
  })

  test('accepts a code once, even within its period', async () => {
    const { user, secret } = await withCodes()
    const code = await codeNow(secret)
    expect((await (await afterPassword(user)).submit('code', code)).statusCode).toBe(200)
    expect((await (await afterPassword(user)).submit('code', code)).statusCode).toBe(400)
  })

  test('accepts one of four concurrent uses of a code', async () => {
    const { user, secret } = await withCodes()
    const code = await codeNow(secret)
    const logins = await Promise.all([1, 2, 3].map(() => afterPassword(user)))
    const answers = await Promise.all(logins.map(({ submit }) => submit('code', code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('rejects the code that confirmed the set-up', async () => {
    const user = await makeUser(portal.databases, { password })
    const { confirmedBy } = await addCodesFor(portal, await portal.sessionFor(user), clock.now())
    expect((await (await afterPassword(user)).submit('code', confirmedBy)).statusCode).toBe(400)
  })

  test.each([
    ['one step old', -1, 200],
    ['one step early', 1, 200],
    ['two steps old', -2, 400],
    ['two steps early', 2, 400],
  ])('a code that is %s', async (_what, steps, status) => {
    const { user, secret } = await withCodes()
    clock.advance(5 * stepMs)
    const code = await codeAt(secret, new Date(clock.now().getTime() + steps * stepMs))
    expect((await (await afterPassword(user)).submit('code', code)).statusCode).toBe(status)
  })

  test('rejects codes older than the last accepted one', async () => {
    const { user, secret } = await withCodes()
    clock.advance(5 * stepMs)
    const former = await codeAt(secret, new Date(clock.now().getTime() - stepMs))
    expect((await (await afterPassword(user)).submit('code', await codeNow(secret))).statusCode).toBe(200)
    expect((await (await afterPassword(user)).submit('code', former)).statusCode).toBe(400)
  })

  test('rejects another person’s code', async () => {
    const { user } = await withCodes()
    const other = await withCodes()
    const answer = await (await afterPassword(user)).submit('code', await codeNow(other.secret))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { code: [expect.stringContaining('isn’t correct')] } })
  })

  test('accepts the code with the password in one call', async () => {
    const { user, secret } = await withCodes()
    const browser = testBrowser(portal.app, originOf('npt'))
    await startSignIn(browser)
    const body = { userId: user.ssoId, password, factor: { kind: 'code', code: await codeNow(secret) } }
    expect((await browser.post('/api/Authentication/Login', body)).json()).toMatchObject({ step: 'done' })
  })

  test('stores the secret encrypted and backup codes hashed', async () => {
    const { user, secret, backupCodes } = await withCodes()
    const { rows } = await portal.database.admin.query(
      `select encrypted_secret, (select string_agg(encode(code_hash, 'escape'), ' ') from backup_code b where b.user_id = c.user_id) as codes
       from one_time_code c where user_id = $1`,
      [user.userId],
    )
    expect(JSON.stringify(rows)).not.toContain(secret.replaceAll(' ', ''))
    for (const code of backupCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

describe('backup codes', () => {
  test('accepts a backup code once, in any spelling', async () => {
    const { user, backupCodes } = await withCodes()
    const [code = ''] = backupCodes
    expect(backupCodes).toHaveLength(10)
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
    expect((await (await afterPassword(user)).submit('backup-code', typed)).statusCode).toBe(200)
    expect((await (await afterPassword(user)).submit('backup-code', code)).statusCode).toBe(400)
  })

  test('new backup codes replace the former ones', async () => {
    const { user, backupCodes } = await withCodes()
    const [fresh = ''] = await backupCodesFor(portal, await portal.sessionFor(user))
    expect((await (await afterPassword(user)).submit('backup-code', backupCodes[0] ?? '')).statusCode).toBe(
      400,
    )
    expect((await (await afterPassword(user)).submit('backup-code', fresh)).statusCode).toBe(200)
  })

  test('rejects another person’s backup code', async () => {
    const { user } = await withCodes()
    const other = await withCodes()
    const [code = ''] = other.backupCodes
    expect((await (await afterPassword(user)).submit('backup-code', code)).statusCode).toBe(400)
  })
})

describe('guesses at the second factor', () => {
  test('the provider’s resume address does not skip the second factor', async () => {
    const { user } = await withCodes()
    const browser = testBrowser(portal.app, originOf('npt'))
    const start = await browser.get('/api/sign-in/start')
    await browser.get(locationOf(start))
    const interaction = browser.cookies.get('_oidc_interaction') ?? ''
    const next = await browser.post('/api/Authentication/Login', { userId: user.ssoId, password })
    expect(next.json()).toMatchObject({ step: 'factor' })
    // The provider's resume address, to which a finished login redirects.
    const skipped = await browser.get(`/oidc/auth/${interaction.split('.')[0]}`)
    expect(skipped.headers.location ?? '').not.toContain('code=')
    // The authorization request again.
    expect(locationOf(await browser.get(locationOf(start)))).toMatch(/\/sign-in$/)
  })

  test('rejects a second factor without the right password', async () => {
    const { user, secret } = await withCodes()
    const browser = testBrowser(portal.app, originOf('npt'))
    await startSignIn(browser)
    const factor = { kind: 'code', code: await codeNow(secret) }
    await browser.post('/api/Authentication/Login', { userId: user.ssoId, password: 'wrong' })
    expect((await browser.post('/api/Authentication/Login/factor', { factor })).statusCode).toBe(409)
  })

  test('does not carry the password over to another login', async () => {
    const { user, secret } = await withCodes()
    await afterPassword(user)
    const other = testBrowser(portal.app, originOf('npt'))
    await startSignIn(other)
    const factor = { kind: 'code', code: await codeNow(secret) }
    expect((await other.post('/api/Authentication/Login/factor', { factor })).statusCode).toBe(409)
  })

  test('restarts at the password after five wrong codes', async () => {
    const { user, secret } = await withCodes()
    const { submit } = await afterPassword(user)
    for (let guess = 0; guess < maxWrongGuesses; guess++) {
      expect((await submit('code', wrong(await codeNow(secret)))).statusCode).toBe(400)
      clock.advance(rateLimitRules.factor.initialWaitMs)
    }
    clock.advance(stepMs)
    const answer = await submit('code', await codeNow(secret))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ detail: 'Your login has expired. Please start again.' })
  })

  test('delays wrong codes increasingly, also in a new login', async () => {
    const { user, secret } = await withCodes()
    const first = await afterPassword(user)
    for (let guess = 0; guess <= rateLimitRules.factor.freeAttempts; guess++)
      expect((await first.submit('code', wrong(await codeNow(secret)))).statusCode).toBe(400)
    const second = await afterPassword(user)
    expect((await second.submit('code', await codeNow(secret))).statusCode).toBe(429)
    clock.advance(rateLimitRules.factor.initialWaitMs)
    expect((await second.submit('code', wrong(await codeNow(secret)))).statusCode).toBe(400)
    clock.advance(rateLimitRules.factor.initialWaitMs)
    expect((await second.submit('code', await codeNow(secret))).statusCode).toBe(429)
    clock.advance(rateLimitRules.factor.initialWaitMs)
    expect((await second.submit('code', await codeNow(secret))).statusCode).toBe(200)
  })

  test('restarts if the second factor takes over ten minutes', async () => {
    const { user, secret } = await withCodes()
    const { submit } = await afterPassword(user)
    clock.advance(10 * 60 * 1000)
    expect((await submit('code', await codeNow(secret))).statusCode).toBe(409)
  })

  test('accepts the second factor only from the same origin', async () => {
    const { user, secret } = await withCodes()
    const { browser } = await afterPassword(user)
    const factor = { kind: 'code', code: await codeNow(secret) }
    const answer = await browser.post(
      '/api/Authentication/Login/factor',
      { factor },
      { origin: 'https://evil.example' },
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ title: 'Access denied.' })
  })
})
