import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '../../../../app/server/routes.ts'
import { getAccountOverview } from '../../../../contract/account-overview.contract.ts'
import { getBackupKey, refreshSession } from '../../../../contract/open-session.contract.ts'
import { endSession, getSession, obtainToken, openTab } from '../../../../contract/session.contract.ts'
import { originOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeAccount } from '../../../../testing/factories/make-account.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../../testing/factories/make-user.ts'

const clock = testClock()
const minuteMs = 60_000
let portal: TestApp
let donor: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
  donor = await makeUser(portal.databases)
  await makeRelationship(portal.databases, await makeAccount(portal.databases), { user: donor })
})
afterAll(() => portal.close())
beforeEach(async () => {
  session = await portal.sessionFor(donor)
})

const statusAs = async (as: TestSession, client = 'npt') =>
  (await portal.call(getSession, {}, { as, client })).status

describe('the session (§7)', () => {
  test('a session needs both token and cookie (§7)', async () => {
    const { cookie, authorization } = session.headers
    expect(await statusAs(session)).toBe(200)
    expect(await statusAs({ client: 'npt', headers: { cookie, authorization: '' } })).toBe(401)
    expect(await statusAs({ client: 'npt', headers: { cookie: '', authorization } })).toBe(401)
  })

  test('rejects a token with the cookie of another session', async () => {
    const other = await portal.sessionFor(donor)
    const mixed = { cookie: other.headers.cookie, authorization: session.headers.authorization }
    expect(await statusAs({ client: 'npt', headers: mixed })).toBe(401)
  })

  test('rejects an altered token', async () => {
    const [version, id, expiry = '', signature] = session.headers.authorization.split('.')
    const authorization = [version, id, String(Number(expiry) + minuteMs), signature].join('.')
    expect(await statusAs({ client: 'npt', headers: { ...session.headers, authorization } })).toBe(401)
  })

  test('a token expires after 30 minutes, and each reply returns a new one (§9)', async () => {
    clock.advance(29 * minuteMs)
    const answer = await portal.call(refreshSession, {}, { as: session })
    expect(answer.status).toBe(200)
    const successor = {
      client: 'npt',
      headers: { ...session.headers, authorization: String(answer.headers.authorization) },
    }
    clock.advance(29 * minuteMs)
    expect(await statusAs(session)).toBe(401)
    expect(await statusAs(successor)).toBe(200)
    clock.advance(31 * minuteMs)
    expect(await statusAs(successor)).toBe(401)
  })

  test('a person’s sessions have one key for what is typed, and other people have others', async () => {
    const keyOf = async (as: typeof session) => (await portal.call(getBackupKey, {}, { as })).reply?.key
    const key = await keyOf(session)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await keyOf(await portal.sessionFor(donor))).toBe(key)
    expect(await keyOf(await portal.sessionFor(await makeUser(portal.databases)))).not.toBe(key)
  })

  test('logging out ends the session on the server at once', async () => {
    const answer = await portal.call(endSession, {}, { as: session })
    expect(answer.status).toBe(200)
    expect(answer.headers.authorization).toBeUndefined()
    expect(String(answer.headers['set-cookie'])).toMatch(/almoner-session=;/)
    expect(await statusAs(session)).toBe(401)
    const newTab = await portal.call(obtainToken, {}, { headers: { cookie: session.headers.cookie } })
    expect(newTab.reply).toEqual({ signedIn: false })
  })

  test('rejects a session of another realm at every endpoint', async () => {
    const guarded = routes.filter(({ endpoint }) => endpoint.access !== 'public')
    expect(guarded.length).toBeGreaterThan(0)
    for (const { endpoint } of guarded) {
      const answer = await portal.app.inject({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{\w+\}/g, '123456'),
        headers: { ...session.headers, host: 'rathbones.localhost:3000', origin: originOf('rathbones') },
        ...(endpoint.body ? { payload: {} } : {}),
      })
      expect(`${endpoint.path} ${answer.statusCode}`).toBe(`${endpoint.path} 401`)
    }
  })

  test('answers not found for another person’s fund account', async () => {
    const { fundId } = await makeAccount(portal.databases)
    expect((await portal.call(getSession, {}, { as: session, fundId })).status).toBe(404)
    expect((await portal.call(getSession, {}, { as: session, fundId: 99_999_998 })).status).toBe(404)
  })

  test('the actions are those of the roles on the current account', async () => {
    const viewed = await makeAccount(portal.databases)
    await makeRelationship(portal.databases, viewed, { user: donor, role: 'viewer' })
    const { reply: anywhere } = await portal.call(getSession, {}, { as: session })
    const { reply: there } = await portal.call(getSession, {}, { as: session, fundId: viewed.fundId })
    expect(anywhere.actions).toContain('GRANT_RECOMMEND')
    expect(there.actions).toContain('GRANT_VIEW')
    expect(there.actions).not.toContain('GRANT_RECOMMEND')
  })
})

describe('a new tab', () => {
  const cookieOnly = () => ({ cookie: session.headers.cookie })

  test('a new tab obtains its own token from the cookie', async () => {
    const answer = await portal.call(obtainToken, {}, { headers: cookieOnly() })
    expect(answer.reply).toEqual({ signedIn: true })
    const headers = { ...session.headers, authorization: String(answer.headers.authorization) }
    expect(await statusAs({ client: 'npt', headers })).toBe(200)
  })

  test('a new tab gets no token after 30 minutes without a request (§9)', async () => {
    const ask = () => portal.call(obtainToken, {}, { headers: cookieOnly() })
    clock.advance(30 * minuteMs)
    const late = await ask()
    expect(late.reply).toEqual({ signedIn: false })
    expect(late.headers.authorization).toBeUndefined()
    session = await portal.sessionFor(donor)
    clock.advance(29 * minuteMs)
    expect((await ask()).reply).toEqual({ signedIn: true })
  })

  test('a visitor gets no token', async () => {
    const answer = await portal.call(obtainToken, {})
    expect(answer.reply).toEqual({ signedIn: false })
    expect(answer.headers.authorization).toBeUndefined()
  })

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another client', { origin: originOf('rathbones') }],
    ['a page whose origin is hidden', { origin: 'null' }],
  ])('gives no token to %s', async (_who, headers) => {
    const answer = await portal.call(obtainToken, {}, { headers: { ...cookieOnly(), ...headers } })
    expect(answer.status).toBe(400)
    expect(answer.headers.authorization).toBeUndefined()
  })

  test('uses Sec-Fetch-Site if Origin is missing', async () => {
    const ask = (headers: Record<string, string>) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/session/token',
        headers: { host: 'npt.localhost:3000', ...cookieOnly(), ...headers },
      })
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await ask({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(400)
    expect((await ask({})).statusCode).toBe(400)
  })
})

describe('opening a new tab', () => {
  const open = async (
    lastUsed: Record<string, { USD?: number }> = {},
    headers: Record<string, string> = {},
  ) =>
    await portal.call(
      openTab,
      { body: { lastUsed } },
      { headers: { cookie: session.headers.cookie, ...headers } },
    )

  test('returns the token, the person and the permissions on the first account by name', async () => {
    const person = await makeUser(portal.databases)
    const [zelkova, acorn] = [
      await makeAccount(portal.databases, { accountName: 'Zelkova Fund' }),
      await makeAccount(portal.databases, { accountName: 'Acorn Fund' }),
    ]
    await makeRelationship(portal.databases, zelkova, { user: person })
    await makeRelationship(portal.databases, acorn, { user: person, role: 'viewer' })
    session = await portal.sessionFor(person)
    const { reply, headers } = await open()
    const { reply: there } = await portal.call(getSession, {}, { as: session, fundId: acorn.fundId })
    const { reply: account } = await portal.call(
      getAccountOverview,
      { params: { fundId: acorn.fundId } },
      { as: session, fundId: acorn.fundId },
    )
    expect(reply.opening).toEqual({ facts: there, fundId: acorn.fundId, account })
    expect(account.accountName).toMatch(/^Acorn Fund/)
    expect(there.actions).not.toContain('GRANT_RECOMMEND')
    const token = { ...session.headers, authorization: String(headers.authorization) }
    expect(await statusAs({ client: 'npt', headers: token })).toBe(200)

    const again = await open({ [person.userId]: { USD: zelkova.fundId } })
    expect(again.reply.opening?.fundId).toBe(zelkova.fundId)
    expect(again.reply.opening?.facts.actions).toContain('GRANT_RECOMMEND')
  })

  test('returns the first active account by name, or a closed one where there is no other (§2.1)', async () => {
    const advisor = await makeUser(portal.databases)
    const relate = async (accountName: string, status: 'Active' | 'Closed' | 'Entered') => {
      const account = await makeAccount(portal.databases, { accountName, status })
      await makeRelationship(portal.databases, account, { user: advisor, role: 'primary_advisor' })
      return account
    }
    const closed = await relate('Acorn Fund', 'Closed')
    session = await portal.sessionFor(advisor)
    expect((await open()).reply.opening?.fundId).toBe(closed.fundId)
    await relate('Birch Fund', 'Entered')
    const active = await relate('Zelkova Fund', 'Active')
    expect((await open()).reply.opening?.fundId).toBe(active.fundId)
  })

  test('ignores a last used account without access', async () => {
    const foreign = await makeAccount(portal.databases)
    const { reply } = await open({ [donor.userId]: { USD: foreign.fundId } })
    expect(reply.opening?.fundId).not.toBe(foreign.fundId)
    expect(reply.opening?.fundId).toBeGreaterThan(0)
  })

  test('opens no account during a forced change of e-mail (§4)', async () => {
    const forced = await makeUser(portal.databases, { forceEmailChange: true })
    await makeRelationship(portal.databases, await makeAccount(portal.databases), { user: forced })
    session = await portal.sessionFor(forced)
    const { reply } = await open()
    expect(reply.opening).toMatchObject({
      fundId: 0,
      account: null,
      facts: { hasAccess: false, forceEmailChange: true },
    })
  })

  test('returns nothing to a visitor, an ended session and another origin', async () => {
    expect((await portal.call(openTab, { body: { lastUsed: {} } })).reply).toEqual({ opening: null })
    const foreign = await open({}, { origin: 'https://evil.example' })
    expect([foreign.status, foreign.headers.authorization]).toEqual([400, undefined])
    await portal.call(endSession, {}, { as: session })
    const late = await open()
    expect([late.reply.opening, late.headers.authorization]).toEqual([null, undefined])
  })
})
