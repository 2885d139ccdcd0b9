import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { completeSignIn } from './complete-sign-in.ts'

const token = (sessionId: string, expiresAtMs: number) => `v1.${sessionId}.${expiresAtMs}.signature`
const sessionId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'

const facts = factsOf({ actions: ['USER_SS_VIEW'] })
const fundId = 204318
// The page of the tests carries no context: the fourth condition is what the test says it is.
const page = vi.hoisted(() => ({ hasContent: true }))
vi.mock('../../web/context/client-context.ts', () => ({
  clientContext: () => {
    if (!page.hasContent) throw new Error('the page carries no client context')
    return {}
  },
}))

const signedIn = () => ({ authorization: `Bearer ${token(sessionId, Date.now() + 1_800_000)}` })
const ok = (body: object, headers: Record<string, string> = {}) => Response.json(body, { headers })
const refused = (status: number, code: string) => () =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: 'A message that nobody sees', status, traceId: 't' },
    { status },
  )

/** What the server says where there is no cookie of a session. */
const nobody = () => ok({ opening: null })

type Answers = Record<string, () => Response>
let asked: string[]
let answers: Answers

beforeEach(() => {
  asked = []
  page.hasContent = true
  answers = {
    '/api/User/ValidateSsoId': () => ok({ returnTo: '/fund-activity' }, signedIn()),
    '/api/Authentication/SsoVerify': () => ok(facts, signedIn()),
    '/api/session/tab': () => ok({ opening: { facts, fundId, account: null } }, signedIn()),
    '/api/session/end': () => ok({}),
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, window.location.href).pathname
    asked.push(path)
    return answers[path]?.() ?? new Response(null, { status: 404 })
  })
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
})

let codes = 0
/** A code is good once; each test brings its own. */
const arrive = () => completeSignIn(`?code=${++codes}&state=s&iss=http://npt.localhost/oidc`)

test('§4 login is complete after the person is validated, roles are received, the account is loaded and the content is there', async () => {
  expect(await arrive()).toEqual({ ok: true, returnTo: '/fund-activity' })
  expect(asked).toEqual(['/api/User/ValidateSsoId', '/api/Authentication/SsoVerify', '/api/session/tab'])
  expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
})

test('§4 until the last of them nobody is signed in', async () => {
  let answerAccount = () => {}
  const states: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    states.push(sessionStore.read().state)
    const path = new URL(address, window.location.href).pathname
    if (path === '/api/session/tab') await new Promise<void>(resolve => (answerAccount = resolve))
    return answers[path]?.() ?? new Response(null, { status: 404 })
  })
  const outcome = arrive()
  await vi.waitFor(() => expect(states).toHaveLength(3))
  expect(states).toEqual(['signing-in', 'signing-in', 'signing-in'])
  expect(sessionStore.read().state).toBe('signing-in')
  answerAccount()
  await outcome
  expect(sessionStore.read().state).toBe('signed-in')
})

test.each(['/api/User/ValidateSsoId', '/api/Authentication/SsoVerify'])(
  '§4 a refusal by %s is a validation failure, and nobody is signed in',
  async path => {
    answers[path] = refused(400, 'access-denied')
    answers['/api/session/tab'] = nobody
    expect(await arrive()).toEqual({ ok: false, why: 'validation' })
    expect(sessionStore.read().state).toBe('signed-out')
    expect(authToken.read()).toBeNull()
  },
)

test('§4 a session that was begun for somebody without roles ends on the server', async () => {
  answers['/api/Authentication/SsoVerify'] = refused(400, 'access-denied')
  await arrive()
  expect(asked).toContain('/api/session/end')
})

test('§4 an answer of the provider without a code is a validation failure', async () => {
  answers['/api/session/tab'] = nobody
  expect(await completeSignIn('?error=access_denied')).toEqual({ ok: false, why: 'validation' })
  expect(asked).not.toContain('/api/User/ValidateSsoId')
})

/** The first answer of the call is this one; those after it are as they were. */
function failOnce(path: string, failure: () => Response): void {
  const after = answers[path]
  answers[path] = () => {
    if (after) answers[path] = after
    return failure()
  }
}

test('§4 an account that does not load completes nothing, and a failure refreshes the session', async () => {
  answers['/api/session/tab'] = refused(500, 'unexpected')
  expect(await arrive()).toEqual({ ok: false, why: 'failure' })
  expect(sessionStore.read().state).toBe('signed-out')
  expect(asked.filter(path => path === '/api/session/tab')).toHaveLength(2)
})

test('§4 a browser that keeps no cookies is signed in nowhere', async () => {
  answers['/api/session/tab'] = nobody
  expect(await arrive()).toEqual({ ok: false, why: 'failure' })
  expect(sessionStore.read().state).toBe('signed-out')
})

test('§4 the refreshed session takes up a sign-in that failed once on the way', async () => {
  failOnce('/api/session/tab', refused(503, 'unavailable'))
  expect(await arrive()).toEqual({ ok: true, returnTo: '/fund-activity' })
  expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
})

test('§4 content that is missing is a failure, which refreshes the session', async () => {
  page.hasContent = false
  await arrive()
  expect(asked.filter(path => path === '/api/session/tab')).toHaveLength(2)
})

describe('a return that belongs to no sign-in attempt of this browser', () => {
  const former = token('01a1f8a3-44cc-798e-904b-52ec9e9547c1', Date.now() + 900_000)
  beforeEach(() => {
    sessionStorage.setItem('almoner-auth-token', former)
    answers['/api/User/ValidateSsoId'] = refused(409, 'conflict')
    answers['/api/session/tab'] = () =>
      ok({ opening: { facts, fundId, account: null } }, { authorization: `Bearer ${former}` })
  })

  test.each([
    ['without anything', ''],
    ['with an error of the provider', '?error=access_denied'],
    ['with a code alone', '?code=forged-1'],
    ['with a foreign state', '?code=forged-2&state=foreign'],
    ['with a code that was used before', '?code=used&state=s&iss=http://npt.localhost/oidc'],
  ])('leaves the session of a signed-in person alone and leads home, %s', async (_how, search) => {
    sessionStore.set({ state: 'signed-in', facts, fundId })
    const told: unknown[] = []
    const otherTab = new BroadcastChannel('almoner-session')
    otherTab.onmessage = ({ data }) => told.push(data)
    expect(await completeSignIn(search)).toEqual({ ok: true, returnTo: '/' })
    expect(asked).not.toContain('/api/session/end')
    expect(sessionStore.read()).toMatchObject({ state: 'signed-in', fundId })
    expect(authToken.read()).toBe(former)
    // Messages arrive in turn: after this one, all that was told before is here.
    const lastWord = { kind: 'active', atWallMs: 0 }
    const sender = new BroadcastChannel('almoner-session')
    sender.postMessage(lastWord)
    await vi.waitFor(() => expect(told).toContainEqual(lastWord))
    for (const channel of [sender, otherTab]) channel.close()
    expect(told).not.toContainEqual(expect.objectContaining({ kind: 'signed-out' }))
  })

  test('leaves the session alone where the tab does not know it yet', async () => {
    sessionStorage.removeItem('almoner-auth-token')
    sessionStore.set({ state: 'starting' })
    expect(await completeSignIn('?error=access_denied&fresh=tab')).toEqual({ ok: true, returnTo: '/' })
    expect(asked).toEqual(['/api/session/tab'])
    expect(sessionStore.read().state).toBe('signed-in')
  })

  test('leaves the session alone where the own attempt of a signed-in person is refused, and says so', async () => {
    sessionStore.set({ state: 'signed-in', facts, fundId })
    answers['/api/User/ValidateSsoId'] = refused(400, 'access-denied')
    expect(await arrive()).toEqual({ ok: false, why: 'validation' })
    expect(asked).not.toContain('/api/session/end')
    expect(sessionStore.read().state).toBe('signed-in')
  })
})
