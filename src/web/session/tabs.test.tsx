import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleLimitMs, tokenLifetimeMs } from './idle-clock.ts'
import { isAbandoned } from './is-abandoned.ts'
import { noteResponseTime } from './session-clock.ts'
import { byChannel, byStorage, type TabMessage, tabs } from './tabs.ts'

const sessionId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
const message: TabMessage = { kind: 'signed-out', why: 'idle', sessionId }
const renewed: TabMessage = { kind: 'renewed', token: 'v1.a-token', atWallMs: 1 }

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('tells the other tabs what one tab reports (§9)', async () => {
  const received: TabMessage[] = []
  const [here, there] = [new BroadcastChannel('of-this-test'), new BroadcastChannel('of-this-test')]
  const stop = byChannel(there).listen(each => received.push(each))
  byChannel(here).send(message)
  byChannel(here).send(renewed)
  await vi.waitFor(() => expect(received).toEqual([message, renewed]))
  stop()
  here.close()
  there.close()
})

test('without BroadcastChannel, uses localStorage, leaves nothing there and never writes a token (§9)', () => {
  const writes: string[] = []
  const storage = {
    setItem: (_key: string, value: string) => writes.push(value),
    removeItem: () => writes.push('removed'),
  } as unknown as Storage
  byStorage(storage).send(message)
  byStorage(storage).send(renewed)
  expect(writes.filter(write => write === 'removed')).toHaveLength(2)
  expect(writes.join()).not.toContain('a-token')

  const received: TabMessage[] = []
  const stop = byStorage(localStorage).listen(each => received.push(each))
  for (const newValue of [writes[0] ?? null, null])
    window.dispatchEvent(new StorageEvent('storage', { key: 'almoner-session', newValue }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'color_scheme', newValue: 'dark' }))
  stop()
  expect(received).toEqual([expect.objectContaining(message)])
})

const serverNowMs = Date.UTC(2026, 10, 20, 15)
/** A token that was issued this long ago. */
const tokenOfAge = (ageMs: number) => `v1.${sessionId}.${serverNowMs - ageMs + tokenLifetimeMs}.signature`
const navigated = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

beforeEach(() => {
  noteResponseTime(new Date(serverNowMs).toUTCString())
})

test('a page restored 20 minutes after its last request was abandoned (§9)', async () => {
  navigated('reload')
  expect(await isAbandoned(tokenOfAge(idleLimitMs + 2000))).toBe(true)
  expect(await isAbandoned(tokenOfAge(idleLimitMs - 2000))).toBe(false)
  expect(await isAbandoned(null)).toBe(false)
})

test('a page reached by a link, or with activity in another tab, was not abandoned (§9)', async () => {
  navigated('navigate')
  expect(await isAbandoned(tokenOfAge(idleLimitMs + 2000))).toBe(false)
  navigated('reload')
  const another = byChannel(new BroadcastChannel('almoner-session'))
  const stop = another.listen(({ kind }) => {
    if (kind === 'activity-query') another.send({ kind: 'active', atWallMs: Date.now() - 1000 })
  })
  expect(await isAbandoned(tokenOfAge(idleLimitMs + 2000))).toBe(false)
  stop()
})

test('does not send a tab its own messages (§9)', async () => {
  const received: TabMessage[] = []
  const stop = tabs.listen(each => received.push(each))
  tabs.send(message)
  await new Promise(resolve => {
    const other = new BroadcastChannel('almoner-session')
    other.onmessage = resolve
    tabs.send({ kind: 'activity-query' })
  })
  expect(received).toEqual([])
  stop()
})
