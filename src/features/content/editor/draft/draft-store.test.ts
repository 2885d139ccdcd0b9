import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { DraftStore, saveAfterMs } from './draft-store.ts'

const block = (body: string): ContentFields => ({ kind: 'block', title: '', body })
const you = { name: 'Ann Editor', isYou: true }
const bob = { name: 'Bob Editor', isYou: false }

function itemWith(body: string, revision: number, person = you): ContentItem {
  const saved = { person, at: '2026-11-20T14:03:00Z' }
  return {
    kind: 'block',
    name: 'faq-intro',
    title: '',
    shownAt: 'Frequently Asked Questions',
    live: 'common',
    work: ['draft'],
    changed: saved,
    scheduledFor: null,
    place: 'faq',
    revision,
    draft: { fields: block(body), saved, declined: null, messages: [] },
    start: block('common'),
    common: block('common'),
    own: null,
    awaiting: null,
    scheduled: [],
    approvalRefusal: null,
    may: {
      edit: true,
      submit: true,
      publishAlone: true,
      approve: false,
      withdraw: false,
      unschedule: false,
      hide: true,
      returnToCommon: false,
    },
  }
}

/** A fake server with one draft that rejects saves over an unread revision, as the real one does. */
function fakeServer(start: string) {
  let now = itemWith(start, 1)
  let failure: Error | null = null
  const sent: string[] = []
  const bodyOf = (fields: ContentFields) => (fields.kind === 'block' ? fields.body : '')
  return {
    sent,
    body: () => (now.draft ? bodyOf(now.draft.fields) : ''),
    fail: (next: Error | null) => {
      failure = next
    },
    saveAs: (person: typeof bob, body: string) => {
      now = itemWith(body, now.revision + 1, person)
    },
    save: vi.fn(async (revision: number, fields: ContentFields) => {
      sent.push(bodyOf(fields))
      if (failure) throw failure
      if (revision !== now.revision) throw new Problem('conflict')
      now = itemWith(bodyOf(fields), now.revision + 1)
      return now
    }),
    load: vi.fn(async () => now),
    onSaved: vi.fn(),
    item: () => now,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('saves the whole draft when typing pauses', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  store.set(block('one t'))
  await vi.advanceTimersByTimeAsync(saveAfterMs - 1)
  store.set(block('one two'))
  await vi.advanceTimersByTimeAsync(saveAfterMs - 1)
  expect(server.sent).toEqual([])
  expect(store.isDirty()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.sent).toEqual(['one two'])
  expect(store.read()).toMatchObject({ state: 'saved', savedAt: '2026-11-20T14:03:00Z' })
  expect(store.isDirty()).toBe(false)
})

test('saves changes made during a save with the next one, over its revision', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  store.set(block('two'))
  const saving = store.saveNow()
  store.set(block('three'))
  expect(await saving).toBe(true)
  expect(server.sent).toEqual(['two', 'three'])
  expect(server.body()).toBe('three')
  expect(store.read().state).toBe('saved')
})

test('makes one request for two simultaneous saves', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  store.set(block('two'))
  expect(await Promise.all([store.saveNow(), store.saveNow()])).toEqual([true, true])
  expect(server.sent).toEqual(['two'])
})

test('does not save a change that was undone', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  store.set(block('two'))
  store.set(block('one'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual([])
  expect(store.read().state).toBe('saved')
})

test('does not save over someone else’s change and offers both texts', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.saveAs(bob, 'Bob’s words')
  store.set(block('my words'))
  expect(await store.saveNow()).toBe(false)
  expect(server.body()).toBe('Bob’s words')
  const { state, fields, theirs } = store.read()
  expect(state).toBe('conflict')
  expect(fields).toEqual(block('my words'))
  expect(theirs?.changed?.person).toEqual(bob)
  // Nothing more is sent until the conflict is resolved.
  store.set(block('my last words'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.body()).toBe('Bob’s words')
  expect(await store.keepMine()).toBe(true)
  expect(server.body()).toBe('my last words')
  expect(store.read()).toMatchObject({ state: 'saved', theirs: null })
})

test('accepting the other text leaves nothing unsaved', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.saveAs(bob, 'Bob’s words')
  store.set(block('my words'))
  await store.saveNow()
  store.acceptTheirs()
  expect(store.read()).toMatchObject({ state: 'saved', fields: block('Bob’s words') })
  store.set(block('Bob’s words and mine'))
  expect(await store.saveNow()).toBe(true)
  expect(server.body()).toBe('Bob’s words and mine')
})

test('keeps the changes and retries after a lost connection', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.fail(new Problem('unavailable'))
  store.set(block('two'))
  expect(await store.saveNow()).toBe(false)
  expect(store.read()).toMatchObject({ state: 'unreachable', fields: block('two') })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(server.sent).toEqual(['two', 'two'])
  server.fail(null)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.body()).toBe('two')
  expect(store.read().state).toBe('saved')
})

test('does not resend rejected fields until they change', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.fail(new Problem('validation', { errors: { body: ['Use 60000 characters or fewer.'] } }))
  store.set(block('too long'))
  expect(await store.saveNow()).toBe(false)
  expect(store.read().refusal?.errors).toEqual({ body: ['Use 60000 characters or fewer.'] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual(['too long'])
  server.fail(null)
  store.set(block('shorter'))
  await vi.advanceTimersByTimeAsync(saveAfterMs)
  expect(store.read()).toMatchObject({ state: 'saved', refusal: null })
})

test('reports no conflict if another window saved the same fields', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.saveAs(you, 'the same words')
  store.set(block('the same words'))
  expect(await store.saveNow()).toBe(true)
  expect(store.read()).toMatchObject({ state: 'saved', theirs: null })
  store.set(block('and more'))
  expect(await store.saveNow()).toBe(true)
  expect(server.body()).toBe('and more')
})

test('restores and saves a local backup', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  store.restoreBackup({ revision: 1, fields: block('my last words') })
  expect(store.read()).toMatchObject({ state: 'changed', isRestored: true, fields: block('my last words') })
  await vi.advanceTimersByTimeAsync(saveAfterMs)
  expect(server.body()).toBe('my last words')
  expect(store.read().state).toBe('saved')
})

test('a restored backup conflicts with someone else’s save and overwrites nothing', async () => {
  const server = fakeServer('one')
  server.saveAs(bob, 'Bob’s words')
  const store = new DraftStore(server.item(), server)
  store.restoreBackup({ revision: 1, fields: block('my last words') })
  expect(store.read()).toMatchObject({ state: 'conflict', theirs: { changed: { person: bob } } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.body()).toBe('Bob’s words')
  // A backup of this state is still based on the first revision.
  expect([store.isDirty(), store.revision()]).toEqual([true, 1])
  expect(await store.keepMine()).toBe(true)
  expect(server.body()).toBe('my last words')
})

test('a backup restored while the text awaits approval is not sent', async () => {
  const server = fakeServer('one')
  const item = server.item()
  const store = new DraftStore({ ...item, may: { ...item.may, edit: false } }, server)
  store.restoreBackup({ revision: 1, fields: block('my last words') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([store.read().state, server.sent]).toEqual(['conflict', []])
})

test('a command does not discard unsaved changes', async () => {
  const server = fakeServer('one')
  const store = new DraftStore(server.item(), server)
  server.fail(new Problem('validation'))
  store.set(block('too long'))
  await store.saveNow()
  store.applyCommand(server.item())
  expect(store.read()).toMatchObject({ state: 'refused', fields: block('too long') })
  server.saveAs(bob, 'of the command')
  store.applyCommand(server.item())
  expect(store.read()).toMatchObject({ state: 'conflict', fields: block('too long') })
  store.acceptTheirs()
  expect(store.read()).toMatchObject({ state: 'saved', fields: block('of the command') })
})
