import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '../features/sign-in/sign-in.contract.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { makeUser } from '../testing/factories/make-user.ts'
import { enterPassword, openSignIn, testBrowser } from '../testing/signing-in/sign-in-walk.ts'
import { createLog } from './log.ts'

// A whole sign-in with everything that goes wrong on the way, logged at the level that says most.

const lines: string[] = []
const log = createLog('trace', { write: line => void lines.push(line) })
const origin = 'http://npt.localhost:3000'
const password = 'a long password of hers 1857'

let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp({ settings: { log } })
})
afterAll(() => portal.close())

describe('a log holds nothing that could sign somebody in', () => {
  test('a sign-in, a wrong password, a replayed code, a forged one, a log-out', async () => {
    const { ssoId } = await makeUser(portal.databases, { password })
    const browser = testBrowser(portal.app, origin)
    await openSignIn(browser)
    const wrong = await browser.post('/api/Authentication/Login', { userId: ssoId, password: `${password}!` })
    expect(wrong.statusCode).toBe(400)
    const wasted = await enterPassword(browser, ssoId, password)
    const forged = await browser.post('/api/User/ValidateSsoId', { ...wasted, code: `${wasted.code}x` })
    expect(forged.statusCode).toBe(400)
    await openSignIn(browser)
    const journey = new Map(browser.cookies)
    const returned = await enterPassword(browser, ssoId, password)
    // What a browser asks for when it comes back: the code stands in the address.
    await browser.get(`/sso?${new URLSearchParams(returned)}`)
    const validated = await browser.post('/api/User/ValidateSsoId', returned)
    expect(validated.statusCode).toBe(200)
    const authorization = String(validated.headers.authorization)
    const again = await browser.post('/api/User/ValidateSsoId', returned)
    expect(again.statusCode).toBe(409)
    const secrets = [
      password,
      ...[wasted, returned].flatMap(({ code, state }) => [code, state]),
      authorization.slice('Bearer '.length),
      ...[...journey, ...browser.cookies].map(([, value]) => value),
    ].filter(value => value !== '')

    await browser.post('/api/session/end', undefined, { authorization })
    await portal.call(getSession, {}, { headers: { authorization } })
    expect(lines.length).toBeGreaterThan(10)
    const written = lines.join('')
    expect(written).toContain('/api/Authentication/Login')
    for (const secret of secrets) expect(written).not.toContain(secret)
    expect(written).not.toMatch(/Bearer |code=|state=|set-cookie|almoner-session/i)
  })

  test('what a library throws is told by what it is, without the values that it carries', () => {
    lines.length = 0
    const cause = Object.assign(new Error('inner'), { parameters: new URLSearchParams('code=abc-secret') })
    const error = Object.assign(new Error('duplicate key', { cause }), {
      code: '23505',
      constraint: 'app_user_sso_id_key',
      detail: 'Key (sso_id)=(margaret@npt.example) already exists.',
      body: { password: 'abc-secret' },
    })
    log.error({ err: error, token: 'abc-secret', about: { password: 'abc-secret' } }, 'request failed')
    const written = lines.join('')
    expect(written).toContain('23505')
    expect(written).toContain('app_user_sso_id_key')
    expect(written).toContain('inner')
    expect(written).not.toContain('abc-secret')
    expect(written).not.toContain('margaret')
  })
})
