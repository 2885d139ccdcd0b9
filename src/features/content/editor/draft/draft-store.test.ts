import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentItem } from '../../editing.contract.ts'
import { createDraftStore, saveAfterMs } from './draft-store.ts'

const words = (body: string): ContentFields => ({ kind: 'block', title: '', body })
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
    draft: { fields: words(body), saved, declined: null, messages: [] },
    start: words('common'),
    common: words('common'),
    own: null,
    awaiting: null,
    scheduled: [],
    may: {
      edit: true,
      submit: true,
      publishAlone: true,
      approve: false,
      whyNoApproval: null,
      takeBack: false,
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
  const keeper = createDraftStore(server.item(), server)
  keeper.set(words('one t'))
  await vi.advanceTimersByTimeAsync(saveAfterMs - 1)
  keeper.set(words('one two'))
  await vi.advanceTimersByTimeAsync(saveAfterMs - 1)
  expect(server.sent).toEqual([])
  expect(keeper.isDirty()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.sent).toEqual(['one two'])
  expect(keeper.read()).toMatchObject({ state: 'saved', savedAt: '2026-11-20T14:03:00Z' })
  expect(keeper.isDirty()).toBe(false)
})

test('saves changes made during a save with the next one, over its revision', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  keeper.set(words('two'))
  const saving = keeper.saveNow()
  keeper.set(words('three'))
  expect(await saving).toBe(true)
  expect(server.sent).toEqual(['two', 'three'])
  expect(server.body()).toBe('three')
  expect(keeper.read().state).toBe('saved')
})

test('makes one request for two simultaneous saves', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  keeper.set(words('two'))
  expect(await Promise.all([keeper.saveNow(), keeper.saveNow()])).toEqual([true, true])
  expect(server.sent).toEqual(['two'])
})

test('does not save a change that was undone', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  keeper.set(words('two'))
  keeper.set(words('one'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual([])
  expect(keeper.read().state).toBe('saved')
})

test('does not save over someone else’s change and offers both texts', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.saveAs(bob, 'Bob’s words')
  keeper.set(words('my words'))
  expect(await keeper.saveNow()).toBe(false)
  expect(server.body()).toBe('Bob’s words')
  const { state, fields, theirs } = keeper.read()
  expect(state).toBe('conflict')
  expect(fields).toEqual(words('my words'))
  expect(theirs?.changed?.person).toEqual(bob)
  // Nothing more is sent until the conflict is resolved.
  keeper.set(words('my last words'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.body()).toBe('Bob’s words')
  expect(await keeper.keepMine()).toBe(true)
  expect(server.body()).toBe('my last words')
  expect(keeper.read()).toMatchObject({ state: 'saved', theirs: null })
})

test('accepting the other text leaves nothing unsaved', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.saveAs(bob, 'Bob’s words')
  keeper.set(words('my words'))
  await keeper.saveNow()
  keeper.takeTheirs()
  expect(keeper.read()).toMatchObject({ state: 'saved', fields: words('Bob’s words') })
  keeper.set(words('Bob’s words and mine'))
  expect(await keeper.saveNow()).toBe(true)
  expect(server.body()).toBe('Bob’s words and mine')
})

test('keeps the changes and retries after a lost connection', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.fail(new Problem('unavailable'))
  keeper.set(words('two'))
  expect(await keeper.saveNow()).toBe(false)
  expect(keeper.read()).toMatchObject({ state: 'unreachable', fields: words('two') })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(server.sent).toEqual(['two', 'two'])
  server.fail(null)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.body()).toBe('two')
  expect(keeper.read().state).toBe('saved')
})

test('does not resend rejected fields until they change', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.fail(new Problem('validation', { errors: { body: ['Use 60000 characters or fewer.'] } }))
  keeper.set(words('too long'))
  expect(await keeper.saveNow()).toBe(false)
  expect(keeper.read().refusal?.errors).toEqual({ body: ['Use 60000 characters or fewer.'] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual(['too long'])
  server.fail(null)
  keeper.set(words('shorter'))
  await vi.advanceTimersByTimeAsync(saveAfterMs)
  expect(keeper.read()).toMatchObject({ state: 'saved', refusal: null })
})

test('reports no conflict if another window saved the same fields', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.saveAs(you, 'the same words')
  keeper.set(words('the same words'))
  expect(await keeper.saveNow()).toBe(true)
  expect(keeper.read()).toMatchObject({ state: 'saved', theirs: null })
  keeper.set(words('and more'))
  expect(await keeper.saveNow()).toBe(true)
  expect(server.body()).toBe('and more')
})

test('restores and saves a local backup', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  keeper.takeUp({ revision: 1, fields: words('my last words') })
  expect(keeper.read()).toMatchObject({ state: 'changed', isTakenUp: true, fields: words('my last words') })
  await vi.advanceTimersByTimeAsync(saveAfterMs)
  expect(server.body()).toBe('my last words')
  expect(keeper.read().state).toBe('saved')
})

test('a restored backup conflicts with someone else’s save and overwrites nothing', async () => {
  const server = fakeServer('one')
  server.saveAs(bob, 'Bob’s words')
  const keeper = createDraftStore(server.item(), server)
  keeper.takeUp({ revision: 1, fields: words('my last words') })
  expect(keeper.read()).toMatchObject({ state: 'conflict', theirs: { changed: { person: bob } } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.body()).toBe('Bob’s words')
  // A backup of this state is still based on the first revision.
  expect([keeper.isDirty(), keeper.revision()]).toEqual([true, 1])
  expect(await keeper.keepMine()).toBe(true)
  expect(server.body()).toBe('my last words')
})

test('a backup restored while the text awaits approval is not sent', async () => {
  const server = fakeServer('one')
  const item = server.item()
  const keeper = createDraftStore({ ...item, may: { ...item.may, edit: false } }, server)
  keeper.takeUp({ revision: 1, fields: words('my last words') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([keeper.read().state, server.sent]).toEqual(['conflict', []])
})

test('a command does not discard unsaved changes', async () => {
  const server = fakeServer('one')
  const keeper = createDraftStore(server.item(), server)
  server.fail(new Problem('validation'))
  keeper.set(words('too long'))
  await keeper.saveNow()
  keeper.land(server.item())
  expect(keeper.read()).toMatchObject({ state: 'refused', fields: words('too long') })
  server.saveAs(bob, 'of the command')
  keeper.land(server.item())
  expect(keeper.read()).toMatchObject({ state: 'conflict', fields: words('too long') })
  keeper.takeTheirs()
  expect(keeper.read()).toMatchObject({ state: 'saved', fields: words('of the command') })
})
