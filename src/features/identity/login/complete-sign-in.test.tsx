import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { completeSignIn } from './complete-sign-in.ts'

const token = (sessionId: string, expiresAtMs: number) => `v1.${sessionId}.${expiresAtMs}.signature`
const sessionId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'

const facts = factsOf({ actions: ['USER_SS_VIEW'] })
const fundId = 204318
// The test page has no client context, so a test decides whether the fourth condition is met.
const page = vi.hoisted(() => ({ hasContent: true }))
vi.mock('../../../web/client-context/client-context.ts', () => ({
  clientContext: () => {
    if (!page.hasContent) throw new Error('The page has no client context')
    return {}
  },
}))

const signedIn = () => ({ authorization: `Bearer ${token(sessionId, Date.now() + 1_800_000)}` })
const ok = (body: object, headers: Record<string, string> = {}) => Response.json(body, { headers })
const refused = (status: number, code: string) => () =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: 'A message that is never shown', status, traceId: 't' },
    { status },
  )

/** The reply without a session cookie. */
const noSession = () => ok({ opening: null })

type Responses = Record<string, () => Response>
let calledPaths: string[]
let responses: Responses

beforeEach(() => {
  calledPaths = []
  page.hasContent = true
  responses = {
    '/api/User/ValidateSsoId': () => ok({ returnTo: '/fund-activity' }, signedIn()),
    '/api/Authentication/SsoVerify': () => ok(facts, signedIn()),
    '/api/session/tab': () => ok({ opening: { facts, fundId, account: null } }, signedIn()),
    '/api/session/end': () => ok({}),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, window.location.href).pathname
    calledPaths.push(path)
    return responses[path]?.() ?? new Response(null, { status: 404 })
  })
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
})

let codes = 0
/** A code works once, so each test uses its own. */
const handleCallback = () => completeSignIn(`?code=${++codes}&state=s&iss=http://npt.localhost/oidc`)

test('completes the login after validation, roles, account and content (§4)', async () => {
  expect(await handleCallback()).toEqual({ ok: true, returnTo: '/fund-activity' })
  expect(calledPaths).toEqual([
    '/api/User/ValidateSsoId',
    '/api/Authentication/SsoVerify',
    '/api/session/tab',
  ])
  expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
})

test('does not log in before the last condition is met (§4)', async () => {
  let respondWithAccount = () => {}
  const states: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    states.push(sessionStore.read().state)
    const path = new URL(address, window.location.href).pathname
    if (path === '/api/session/tab') await new Promise<void>(resolve => (respondWithAccount = resolve))
    return responses[path]?.() ?? new Response(null, { status: 404 })
  })
  const outcome = handleCallback()
  await vi.waitFor(() => expect(states).toHaveLength(3))
  expect(states).toEqual(['signing-in', 'signing-in', 'signing-in'])
  expect(sessionStore.read().state).toBe('signing-in')
  respondWithAccount()
  await outcome
  expect(sessionStore.read().state).toBe('signed-in')
})

test.each(['/api/User/ValidateSsoId', '/api/Authentication/SsoVerify'])(
  'treats a refusal by %s as a validation failure and does not log in (§4)',
  async path => {
    responses[path] = refused(400, 'access-denied')
    responses['/api/session/tab'] = noSession
    expect(await handleCallback()).toEqual({ ok: false, why: 'validation' })
    expect(sessionStore.read().state).toBe('signed-out')
    expect(authToken.read()).toBeNull()
  },
)

test('ends a session on the server that was created for a person without roles (§4)', async () => {
  responses['/api/Authentication/SsoVerify'] = refused(400, 'access-denied')
  await handleCallback()
  expect(calledPaths).toContain('/api/session/end')
})

test('treats a provider response without a code as a validation failure (§4)', async () => {
  responses['/api/session/tab'] = noSession
  expect(await completeSignIn('?error=access_denied')).toEqual({ ok: false, why: 'validation' })
  expect(calledPaths).not.toContain('/api/User/ValidateSsoId')
})

/** Fails the next call of a path only. */
function failOnce(path: string, failure: () => Response): void {
  const original = responses[path]
  responses[path] = () => {
    if (original) responses[path] = original
    return failure()
  }
}

test('fails and refreshes the session when the account does not load (§4)', async () => {
  responses['/api/session/tab'] = refused(500, 'unexpected')
  expect(await handleCallback()).toEqual({ ok: false, why: 'failure' })
  expect(sessionStore.read().state).toBe('signed-out')
  expect(calledPaths.filter(path => path === '/api/session/tab')).toHaveLength(2)
})

test('fails in a browser that rejects cookies (§4)', async () => {
  responses['/api/session/tab'] = noSession
  expect(await handleCallback()).toEqual({ ok: false, why: 'failure' })
  expect(sessionStore.read().state).toBe('signed-out')
})

test('completes the login by refreshing the session after one failed call (§4)', async () => {
  failOnce('/api/session/tab', refused(503, 'unavailable'))
  expect(await handleCallback()).toEqual({ ok: true, returnTo: '/fund-activity' })
  expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
})

test('fails and refreshes the session when the content is missing (§4)', async () => {
  page.hasContent = false
  await handleCallback()
  expect(calledPaths.filter(path => path === '/api/session/tab')).toHaveLength(2)
})

describe('a callback without a sign-in request of this browser', () => {
  const existingToken = token('01a1f8a3-44cc-798e-904b-52ec9e9547c1', Date.now() + 900_000)
  beforeEach(() => {
    sessionStorage.setItem('almoner-auth-token', existingToken)
    responses['/api/User/ValidateSsoId'] = refused(409, 'conflict')
    responses['/api/session/tab'] = () =>
      ok({ opening: { facts, fundId, account: null } }, { authorization: `Bearer ${existingToken}` })
  })

  test.each([
    ['without parameters', ''],
    ['with a provider error', '?error=access_denied'],
    ['with only a code', '?code=forged-1'],
    ['with a foreign state', '?code=forged-2&state=foreign'],
    ['with a code that was used before', '?code=used&state=s&iss=http://npt.localhost/oidc'],
  ])('keeps the session of a logged-in person and continues to the home page, %s', async (_how, search) => {
    sessionStore.set({ state: 'signed-in', facts, fundId })
    const messages: unknown[] = []
    const otherTab = new BroadcastChannel('almoner-session')
    otherTab.onmessage = ({ data }) => messages.push(data)
    expect(await completeSignIn(search)).toEqual({ ok: true, returnTo: '/' })
    expect(calledPaths).not.toContain('/api/session/end')
    expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
    expect(authToken.read()).toBe(existingToken)
    // Messages arrive in order, so all earlier ones have arrived with this one.
    const lastMessage = { kind: 'active', atWallMs: 0 }
    const sender = new BroadcastChannel('almoner-session')
    sender.postMessage(lastMessage)
    await vi.waitFor(() => expect(messages).toContainEqual(lastMessage))
    for (const channel of [sender, otherTab]) channel.close()
    expect(messages).not.toContainEqual(expect.objectContaining({ kind: 'signed-out' }))
  })

  test('keeps the session when the tab does not know it yet', async () => {
    sessionStorage.removeItem('almoner-auth-token')
    sessionStore.set({ state: 'starting' })
    expect(await completeSignIn('?error=access_denied&fresh=tab')).toEqual({ ok: true, returnTo: '/' })
    expect(calledPaths).toEqual(['/api/session/tab'])
    expect(sessionStore.read().state).toBe('signed-in')
  })

  test('keeps the session and reports a validation failure when the own attempt of a logged-in person is refused', async () => {
    sessionStore.set({ state: 'signed-in', facts, fundId })
    responses['/api/User/ValidateSsoId'] = refused(400, 'access-denied')
    expect(await handleCallback()).toEqual({ ok: false, why: 'validation' })
    expect(calledPaths).not.toContain('/api/session/end')
    expect(sessionStore.read().state).toBe('signed-in')
  })
})
