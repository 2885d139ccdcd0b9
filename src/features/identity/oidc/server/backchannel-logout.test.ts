import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../../../contract/session.contract.ts'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import type { TestSession } from '../../../../testing/app.ts'
import { sessionOf, validate } from '../../../../testing/providers/external-sign-in.ts'
import { type OpenIdPortal, startOpenIdPortal } from '../../../../testing/providers/openid-portal.ts'

let setup: OpenIdPortal
beforeAll(async () => {
  setup = await startOpenIdPortal()
})
afterAll(() => setup.stop())
afterEach(() => setup.bank.set({ attackVariant: null }))

async function signedIn(claims: Record<string, unknown>): Promise<TestSession> {
  const { browser, params } = await setup.returned(claims)
  return sessionOf(browser, await validate(browser, params), 'npt')
}

let callCount = 0
/** Each call has its own address by default, so that the rate limit does not apply. */
const postToken = (token: string, from = `198.51.100.${(callCount++ % 250) + 1}`) =>
  setup.portal.app.inject({
    method: 'POST',
    url: '/api/sign-in/backchannel-logout',
    remoteAddress: from,
    headers: { host: 'npt.localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })
const statusOf = async (as: TestSession) => (await setup.portal.call(getSession, {}, { as })).status
const nowS = () => Math.floor(Date.now() / 1000)

test('a logout at the provider ends all sessions of that person and no others', async () => {
  const [one, other] = [await setup.makePerson(), await setup.makePerson()]
  const [first, second, theirs] = [
    await signedIn(one.claims),
    await signedIn(one.claims),
    await signedIn(other.claims),
  ]
  const answer = await postToken(await setup.bank.logoutToken({ sub: one.claims.sub }))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect([await statusOf(first), await statusOf(second), await statusOf(theirs)]).toEqual([401, 401, 200])
  const { rows } = await setup.portal.database.admin.query<{ kind: string; detail: object }>(
    'select kind, detail from audit_event where user_id = $1 order by seq desc limit 1',
    [one.user.userId],
  )
  expect(rows[0]).toMatchObject({
    kind: 'session-ended',
    detail: { reason: 'logged out at the provider' },
  })
})

test('a logout of one provider session ends only that session', async () => {
  const { claims } = await setup.makePerson()
  const [here, elsewhere] = [
    await signedIn({ ...claims, sid: 's-here' }),
    await signedIn({ ...claims, sid: 's-elsewhere' }),
  ]
  expect((await postToken(await setup.bank.logoutToken({ sid: 's-here' }))).statusCode).toBe(200)
  expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([401, 200])
  // A token with sid and sub ends only a session that matches both.
  const wrongPerson = await setup.bank.logoutToken({ sid: 's-elsewhere', sub: 'another' })
  expect((await postToken(wrongPerson)).statusCode).toBe(200)
  expect(await statusOf(elsewhere)).toBe(200)
})

test('the bank’s provider cannot end a session of the embedded provider', async () => {
  const { user, claims } = await setup.makePerson()
  const embedded = await setup.portal.sessionFor(user)
  await signedIn(claims)
  expect((await postToken(await setup.bank.logoutToken({ sub: claims.sub }))).statusCode).toBe(200)
  expect(await statusOf(embedded)).toBe(200)
})

const event = 'http://schemas.openid.net/event/backchannel-logout'
const changes: [string, (sub: string) => Record<string, unknown>][] = [
  ['another issuer', sub => ({ sub, iss: 'https://evil.example' })],
  ['another audience', sub => ({ sub, aud: 'another-client' })],
  ['no audience', sub => ({ sub, aud: null })],
  ['issued ten minutes ago', sub => ({ sub, iat: nowS() - 600, exp: nowS() + 300 })],
  ['issued in ten minutes', sub => ({ sub, iat: nowS() + 600, exp: nowS() + 900 })],
  ['expired', sub => ({ sub, exp: nowS() - 300 })],
  ['no iat', sub => ({ sub, iat: null })],
  ['no events', sub => ({ sub, events: null })],
  ['another event', sub => ({ sub, events: { 'https://evil.example/event': {} } })],
  ['an event that is no object', sub => ({ sub, events: { [event]: true } })],
  ['a nonce, as an ID token has', sub => ({ sub, nonce: 'n' })],
  ['no jti', sub => ({ sub, jti: null })],
  ['neither sub nor sid', () => ({})],
  ['the type JWT', sub => ({ sub, typ: 'JWT' })],
  ['the type of an access token', sub => ({ sub, typ: 'at+jwt' })],
]
test.each(changes)('rejects a logout token: %s; accepts it unchanged', async (_name, change) => {
  const { claims } = await setup.makePerson()
  const as = await signedIn(claims)
  expect((await postToken(await setup.bank.logoutToken(change(claims.sub)))).statusCode).toBe(400)
  expect(await statusOf(as)).toBe(200)
  expect((await postToken(await setup.bank.logoutToken({ sub: claims.sub }))).statusCode).toBe(200)
  expect(await statusOf(as)).toBe(401)
})

test.each(['wrong signature', 'alg none', 'HS256 with the public key'] as const)(
  'rejects a logout token: %s',
  async attackVariant => {
    const { claims } = await setup.makePerson()
    const as = await signedIn(claims)
    await setup.bank.set({ attackVariant })
    expect((await postToken(await setup.bank.logoutToken({ sub: claims.sub }))).statusCode).toBe(400)
    expect(await statusOf(as)).toBe(200)
  },
)

test('accepts a logout token once and never an ID token', async () => {
  const { claims } = await setup.makePerson()
  await signedIn(claims)
  const token = await setup.bank.logoutToken({ sub: claims.sub })
  expect((await postToken(token)).statusCode).toBe(200)
  const again = await signedIn(claims)
  expect((await postToken(token)).statusCode).toBe(400)
  expect((await postToken(await setup.bank.lastIdToken())).statusCode).toBe(400)
  expect((await postToken('no token')).statusCode).toBe(400)
  expect((await setup.browser().postForm('/api/sign-in/backchannel-logout', {})).statusCode).toBe(400)
  expect(await statusOf(again)).toBe(200)
})

test('fetches the bank’s keys only for tokens with valid claims', async () => {
  const before = await setup.bank.keyRequests()
  for (const [, change] of changes)
    expect((await postToken(await setup.bank.logoutToken(change('somebody')))).statusCode).toBe(400)
  expect((await postToken(await setup.bank.lastIdToken())).statusCode).toBe(400)
  // One of the tokens has only an invalid exp, which is checked together with the signature.
  expect((await setup.bank.keyRequests()) - before).toBe(1)
})

test('limits a sender of invalid tokens without fetching keys again, and accepts other senders', async () => {
  const { claims } = await setup.makePerson()
  const as = await signedIn(claims)
  await setup.bank.set({ attackVariant: 'wrong signature' })
  const forged = await setup.bank.logoutToken({ sub: claims.sub })
  let bad = 0
  while ((await postToken(forged, '192.0.2.7')).statusCode === 400) bad += 1
  expect(bad).toBe(rateLimitRules.address.freeAttempts + 1)
  const keyRequests = await setup.bank.keyRequests()
  expect((await postToken(forged, '192.0.2.7')).statusCode).toBe(429)
  expect(await setup.bank.keyRequests()).toBe(keyRequests)
  await setup.bank.set({ attackVariant: null })
  expect(await statusOf(as)).toBe(200)
  expect((await postToken(await setup.bank.logoutToken({ sub: claims.sub }))).statusCode).toBe(200)
  expect(await statusOf(as)).toBe(401)
})

test('accepts a logout token again if the sessions could not be ended', async () => {
  const { claims } = await setup.makePerson()
  const as = await signedIn(claims)
  const token = await setup.bank.logoutToken({ sub: claims.sub })
  const { admin } = setup.portal.database
  await admin.query(`create function refuse_ends() returns trigger language plpgsql as
    $$ begin raise exception 'no session ends now'; end $$;
    create trigger refuse_ends before update on session for each row execute function refuse_ends()`)
  expect((await postToken(token)).statusCode).toBe(500)
  expect(await statusOf(as)).toBe(200)
  await admin.query('drop function refuse_ends cascade')
  expect((await postToken(token)).statusCode).toBe(200)
  expect(await statusOf(as)).toBe(401)
})
