import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getVersion } from '../../contract/client-context.contract.ts'
import { refreshSession } from '../../contract/open-session.contract.ts'
import { releaseGrant } from '../../features/grants/review/staff-commands.contract.ts'
import { startPasskey } from '../../features/identity/factors/factors.contract.ts'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { authToken, chosenCurrency, readToken, sessionStore } from '../session/session-store.ts'
import { tabs } from '../session/tabs.ts'
import { call, fetchReply } from './call.ts'
// Listeners of the tabs' channel announce the end of a session.
import '../session/session.ts'
import { clearToasts, toastStore } from '../ui/notices/toast-store.ts'

const ours = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
const others = '01a1f8a3-44cc-798e-904b-52ec9e9547c9'
const token = (expiresAtMs: number, sessionId = ours) => `v1.${sessionId}.${expiresAtMs}.signature`

const facts = factsOf({ scope: [], loginCurrency: null })

type Sent = { path: string; headers: Record<string, string>; credentials: string | undefined }

let sent: Sent[]
let answer: (path: string) => Response | Promise<Response>
const ok = (headers: Record<string, string> = {}, body: object = {}) => Response.json(body, { headers })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const unauthorized = () =>
  Response.json(
    { type: 'urn:almoner:problem:signed-out', title: 'You are not logged in.', status: 401, traceId: 't' },
    { status: 401 },
  )

beforeEach(() => {
  sent = []
  answer = () => ok()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path } = new URL(address, window.location.href)
    sent.push({ path, headers: init.headers as Record<string, string>, credentials: init.credentials })
    return await answer(path)
  })
  authToken.clear()
  authToken.replace(`Bearer ${token(1000)}`, authToken.generation())
  sessionStore.set({ state: 'signed-in', facts, fundId: 204318 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
  chosenCurrency.set(null)
  sessionStore.set({ state: 'signed-out' })
  clearToasts()
})

describe('other tabs of the browser', () => {
  const heard: { kind: string }[] = []
  const channel = new BroadcastChannel('almoner-session')
  beforeEach(() => {
    heard.length = 0
    channel.onmessage = ({ data }) => heard.push(data)
  })
  /** The messages that data changed. They arrive in their order, so after the last one all others have arrived. */
  const allHeard = async () => {
    tabs.send({ kind: 'activity-query' })
    await expect.poll(() => heard.at(-1)).toEqual({ kind: 'activity-query' })
    return heard.filter(({ kind }) => kind === 'data-changed')
  }
  const release = () => {
    const body = { data: { type: 'command' as const, attributes: { reason: 'It is another person' } } }
    return fetchReply(releaseGrant, { params: { grantId: ours }, body })
  }

  test('hear of a command that succeeded', async () => {
    await release()
    expect(await allHeard()).toHaveLength(1)
  })

  test('hear nothing of a command that was refused', async () => {
    answer = () =>
      Response.json(
        { type: 'urn:almoner:problem:conflict', title: 'This couldn’t be done.', status: 409, traceId: 't' },
        { status: 409 },
      )
    await expect(release()).rejects.toThrow('This couldn’t be done.')
    expect(await allHeard()).toEqual([])
  })

  test('hear nothing of a read, of a visit, and of what another command completes', async () => {
    answer = () => ok({}, { jira: '', branch: '', revision: '' })
    await call(getVersion, {})
    await call(refreshSession, {})
    await fetchReply(startPasskey, {})
    expect(sent).toHaveLength(3)
    expect(await allHeard()).toEqual([])
  })
})

describe('every call (§7)', () => {
  test('carries the current fund id, the bearer token and credentials', async () => {
    await call(refreshSession, {})
    expect(sent[0]).toMatchObject({
      credentials: 'same-origin',
      headers: { 'X-AccountId': '204318', authorization: `Bearer ${token(1000)}` },
    })
  })

  test('carries fund id 0 and no token while logged out', async () => {
    authToken.clear()
    sessionStore.set({ state: 'signed-out' })
    answer = () => ok({}, { jira: '', branch: '', revision: '' })
    await call(getVersion, {})
    expect(sent[0]?.headers['X-AccountId']).toBe('0')
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
  })

  test('carries the chosen currency only at a client with two books', async () => {
    await call(refreshSession, {})
    chosenCurrency.set('GBP')
    await call(refreshSession, {})
    expect(sent.map(({ headers }) => headers['X-Currency'])).toEqual([undefined, 'GBP'])
  })

  test.each([
    ['USD', 'USD'],
    ['GBP', 'GBP'],
    ['EUR', null],
  ])(
    'with X-Currency %s in a response, sets the currency to %s and hides the header (§7)',
    async (answered, currency) => {
      answer = () => ok({ 'x-currency': answered })
      expect(await call(refreshSession, {})).toEqual({})
      expect(chosenCurrency.read()).toBe(currency)
    },
  )
})

describe('the Authorization header of a response (§7)', () => {
  test('replaces the stored token', async () => {
    answer = () => ok(bearer(token(2000)))
    await call(refreshSession, {})
    expect(authToken.read()).toBe(token(2000))
  })

  test('keeps the newer token when responses arrive out of order (§11)', async () => {
    const late = Promise.withResolvers<Response>()
    answer = () => late.promise
    const first = call(refreshSession, {})
    answer = () => ok(bearer(token(3000)))
    await call(refreshSession, {})
    late.resolve(ok(bearer(token(2000))))
    await first
    expect(authToken.read()).toBe(token(3000))
  })

  test('stores no token from a response that arrives after logging out (§11)', async () => {
    const late = Promise.withResolvers<Response>()
    answer = () => late.promise
    const first = call(refreshSession, {})
    authToken.clear()
    late.resolve(ok(bearer(token(2000))))
    await first
    expect(authToken.read()).toBeNull()
  })
})

describe('a 401 response (§8)', () => {
  test('logs out with one message, however many calls fail at once', async () => {
    answer = path => (path === '/api/session/token' ? ok({}, { signedIn: false }) : unauthorized())
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => call(refreshSession, {})))
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
    expect(sessionStore.read()).toEqual({ state: 'signed-out', why: 'ended' })
    expect(authToken.read()).toBeNull()
    expect(toastStore.read().map(({ message }) => message)).toEqual([
      'Your session has ended. Please log in again.',
    ])
    expect(sent.filter(({ path }) => path === '/api/session/token')).toHaveLength(1)
  })

  test('makes a tab with an outdated token fetch a new one by its cookie and retry (§9)', async () => {
    const fresh = token(9000)
    answer = path => {
      if (path === '/api/session/token') return ok(bearer(fresh), { signedIn: true })
      return sent.at(-1)?.headers.authorization === `Bearer ${fresh}` ? ok() : unauthorized()
    }
    expect(await call(refreshSession, {})).toEqual({})
    expect(sessionStore.read().state).toBe('signed-in')
  })

  test('does not retry with the cookie of another user (§11)', async () => {
    answer = path =>
      path === '/api/session/token' ? ok(bearer(token(9000, others)), { signedIn: true }) : unauthorized()
    await expect(call(refreshSession, {})).rejects.toMatchObject({ code: 'signed-out' })
    expect(sessionStore.read().state).toBe('signed-out')
    expect(authToken.read()).toBeNull()
    expect(sent).toHaveLength(2)
  })
})

describe('several tabs (§9)', () => {
  test('adopt a newer token of the same session from another tab, but no older one and no other session’s', () => {
    authToken.adopt(token(2000), 0)
    expect(readToken(authToken.read())?.expiresAtMs).toBe(2000)
    authToken.adopt(token(1500), 0)
    authToken.adopt(token(9000, others), 0)
    expect(authToken.read()).toBe(token(2000))
  })
})

describe('an idempotent command', () => {
  const refuse = (status: number, code: string) => () =>
    Response.json({ type: `urn:almoner:problem:${code}`, title: 'No', status, traceId: 't' }, { status })
  const release = (reason: string) =>
    call(releaseGrant, {
      params: { grantId: ours },
      body: { data: { type: 'command', attributes: { reason } } },
    }).catch((failure: unknown) => failure)
  const keys = () => sent.map(({ headers }) => headers['Idempotency-Key'])

  test('keeps its key for a second press and after a lost or unclear answer', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await Promise.all([release('Checked'), release('Checked')])
    answer = refuse(503, 'unavailable')
    await release('Checked')
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
    await release('Another reason')
    expect(new Set(keys()).size).toBe(2)
  })

  test('is sent again with its key where the session’s cookie was just replaced, and then with the new token', async () => {
    let refusals = 2
    answer = path => {
      if (path.endsWith('/release')) return refusals-- > 0 ? refuse(409, 'session-renewed')() : ok({}, {})
      return ok(bearer(token(2000)), { signedIn: true })
    }
    await release('Checked')
    const commands = sent.filter(({ path }) => path.endsWith('/release'))
    expect(commands).toHaveLength(3)
    expect(new Set(commands.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
    expect(commands.at(-1)?.headers.authorization).toBe(`Bearer ${token(2000)}`)
    expect(sessionStore.read().state).toBe('signed-in')
  })

  test('is a new one once the program has answered', async () => {
    answer = refuse(409, 'conflict')
    await release('Checked once')
    await release('Checked once')
    expect(new Set(keys()).size).toBe(2)
  })
})
