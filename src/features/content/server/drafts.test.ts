import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { block, command, type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { exampleQuestion } from '../../../testing/factories/make-content.ts'
import {
  compareContent,
  createContentItem,
  discardContentDraft,
  getContentItem,
  getEditorPermissions,
  listContentItems,
  listContentVersions,
  previewContent,
  restoreContentVersion,
} from '../editing.contract.ts'

let portal: TestApp
let lucia: Editor
let calls: ReturnType<typeof editing>
const clock = testClock('2026-11-20T15:00:00Z')
beforeAll(async () => {
  portal = await startTestApp({ clock })
  lucia = await makeEditor(portal, { client: 'rathbones' })
  calls = editing(portal)
})
afterAll(() => portal.close())

const faqIntro = { kind: 'block', name: 'faq-intro' } as const
const contactIntro = { kind: 'block', name: 'contact-intro' } as const
const terms = { kind: 'block', name: 'terms' } as const

describe('a draft', () => {
  test('starts with the common text and changes nothing for visitors', async () => {
    const before = await calls.getItem(lucia, faqIntro)
    expect(before).toMatchObject({ live: 'common', work: [], revision: 0, draft: null, place: 'faq' })
    expect(before.start).toEqual(before.common)
    const shown = await calls.read('faq')
    const { reply } = await calls.save(lucia, faqIntro, block('Words under way'))
    expect(reply.draft).toMatchObject({
      fields: { body: 'Words under way' },
      saved: { person: { name: 'Lucia Marchetti', isYou: true }, at: '2026-11-20T15:00:00.000Z' },
    })
    expect(reply.work).toEqual(['draft'])
    expect(await calls.read('faq')).toEqual(shown)
  })

  test('is not saved over an unread revision, and the error says who saved it and when', async () => {
    const other = await makeEditor(portal, { client: 'rathbones', name: 'Giulia' })
    const { revision } = await calls.getItem(lucia, contactIntro)
    const first = await calls.save(other, contactIntro, block('Giulia’s words'), revision)
    expect(first.status).toBe(200)
    clock.advance(60_000)
    const second = await calls.save(lucia, contactIntro, block('Lucia’s words'), revision)
    expect(second.status).toBe(409)
    expect(second.problem.detail).toBe('The draft was saved by Giulia Marchetti on 20 Nov 2026, 15:00 GMT.')
    expect((await calls.getItem(lucia, contactIntro)).draft?.fields).toEqual(block('Giulia’s words'))
    // Saving works with the current revision; the other editor's revision is then stale.
    expect((await calls.save(lucia, contactIntro, block('Both'), first.reply.revision)).status).toBe(200)
    expect((await calls.save(other, contactIntro, block('More'), first.reply.revision)).status).toBe(409)
  })

  test('is saved once if several requests save the same revision', async () => {
    const { revision } = await calls.getItem(lucia, terms)
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map(words => calls.save(lucia, terms, block(words), revision)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('keeps its revision if saved without changes', async () => {
    const { reply } = await calls.save(lucia, faqIntro, block('The same'))
    const again = await calls.save(lucia, faqIntro, block('The same'), reply.revision)
    expect(again.reply.revision).toBe(reply.revision)
  })

  test('can be discarded, and its revision is not reused', async () => {
    const { reply } = await calls.save(lucia, faqIntro, block('Not good'))
    const body = command({ revision: reply.revision })
    const gone = await portal.call(discardContentDraft, { params: faqIntro, body }, calls.as(lucia))
    expect(gone.reply.item).toMatchObject({ draft: null, work: [], live: 'common' })
    expect((await calls.save(lucia, faqIntro, block('Old tab'), reply.revision)).status).toBe(409)
  })

  test('is discarded once by several at once, and the others are told that it changed or is gone', async () => {
    const params = { kind: 'question', name: 'asked-by-several' } as const
    const made = await portal.call(
      createContentItem,
      { body: command({ name: params.name, fields: exampleQuestion() }) },
      calls.as(lucia),
    )
    const body = command({ revision: made.reply.revision })
    const discard = () =>
      portal.call(discardContentDraft, { params, body }, calls.as(lucia)).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 6 }, discard))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 404 || status === 409)).toHaveLength(5)
  })

  test.each([
    ['a title that is too long', block('x', 't'.repeat(201)), 'title'],
    ['a text that is too long', block('x'.repeat(60_001)), 'body'],
    ['another kind', exampleQuestion(), 'kind'],
  ])('is refused for %s', async (_what, fields, field) => {
    const address = '/api/content-items/block/faq-intro/draft'
    expect(await calls.refused(lucia, address, { revision: 0, fields })).toEqual([field])
  })
})

describe('items', () => {
  test('can be created under a free name, and are deleted with their draft', async () => {
    const create = (name: string, fields: Parameters<typeof calls.save>[2] = exampleQuestion()) =>
      portal.call(createContentItem, { body: command({ name, fields }) }, calls.as(lucia))
    const made = await create('can-i-add')
    expect(made.reply).toMatchObject({ name: 'can-i-add', live: 'nothing', work: ['draft'], place: 'faq' })
    expect((await create('can-i-add')).status).toBe(409)
    expect((await create('what-is-a-daf')).status).toBe(409)
    const odd = { name: 'Not A Name', fields: exampleQuestion() }
    expect(await calls.refused(lucia, '/api/content-items', odd)).toEqual(['name'])
    expect((await create('a-block', block('x'))).problem.errors).toHaveProperty('kind')
    const params = { kind: 'question', name: 'can-i-add' } as const
    const gone = await portal.call(
      discardContentDraft,
      { params, body: command({ revision: made.reply.revision }) },
      calls.as(lucia),
    )
    expect(gone.reply.item).toBeNull()
    expect((await portal.call(getContentItem, { params }, calls.as(lucia))).status).toBe(404)
  })

  test('are listed with pending ones first, searchable and filtered by state', async () => {
    await calls.save(lucia, terms, block('Something about otters')).catch(() => {})
    const list = async (query: Record<string, unknown>) =>
      (await portal.call(listContentItems, { query: { first: 100, ...query } }, calls.as(lucia))).reply
    const all = await list({})
    expect(all.meta.total).toBeGreaterThan(40)
    expect(all.data[0]?.work).not.toEqual([])
    expect(all.data.at(-1)?.work).toEqual([])
    const { revision } = await calls.getItem(lucia, terms)
    await calls.save(lucia, terms, block('Something about otters'), revision)
    const found = await list({ keywords: 'about OTTERS' })
    expect(found.data.map(({ name }) => name)).toEqual(['terms'])
    expect((await list({ kind: 'deadline' })).data.every(({ kind }) => kind === 'deadline')).toBe(true)
    expect((await list({ live: 'own' })).data).toEqual([])
    expect((await list({ work: 'draft' })).meta.total).toBe(all.meta.counts.work.draft)
    const page = await list({ first: 5 })
    const next = await list({ first: 5, after: page.meta.next })
    expect(page.data).toEqual(all.data.slice(0, 5))
    expect(next.data).toEqual(all.data.slice(5, 10))
  })

  test('the editor permissions tell how the client publishes and its placeholders', async () => {
    const { reply } = await portal.call(getEditorPermissions, {}, calls.as(lucia))
    expect(reply).toMatchObject({ twoPersonPublishing: false, mayPublish: true, timeZone: 'Europe/London' })
    expect(reply.placeholders).toContainEqual({
      name: 'minimumGrant',
      meaning: 'Smallest grant that can be recommended',
      value: '£500',
    })
    expect(reply.topics).toContain('Grants')
    expect(reply.promoGroups).toEqual(['resource-card'])
  })
})

describe('the preview', () => {
  const preview = async (name: string, fields: Parameters<typeof calls.save>[2]) =>
    (await portal.call(previewContent, { body: command({ name, fields }) }, calls.as(lucia))).reply

  test('shows the unsaved text among the published content', async () => {
    const shown = await calls.read('faq')
    const { place, content, messages, errors } = await preview(
      'new-question',
      exampleQuestion({ index: 0, answer: 'Call {phone} <script>' }),
    )
    expect(place).toBe('faq')
    expect(content.questions.map(({ name }) => name)).toEqual([
      'new-question',
      ...shown.questions.map(({ name }) => name),
    ])
    expect(JSON.stringify(content.questions[0])).toContain('+44\u00a020\u00a07946\u00a00555 <script>')
    expect(messages).toEqual([
      { field: 'answer', line: 1, text: 'HTML isn’t supported and is shown as plain text.' },
    ])
    expect(errors).toEqual({})
    expect(await calls.read('faq')).toEqual(shown)
  })

  test('reports publishing errors, and shows a guide alone', async () => {
    const { errors } = await preview('new-question', exampleQuestion({ topic: ' ', answer: '' }))
    expect(errors).toEqual({ topic: ['Enter a topic.'], answer: ['Enter the answer.'] })
    const guide = await preview('statement-guide', block('How to read', 'A guide'))
    expect(guide.place).toBeNull()
    expect(guide.content.blocks).toMatchObject([{ name: 'statement-guide', title: 'A guide' }])
  })
})

describe('versions', () => {
  const intro = { kind: 'block', name: 'resources-intro' } as const
  const side = async (from: string, to: string) =>
    (
      await portal.call(compareContent, { params: intro, query: { from, to } }, calls.as(lucia))
    ).reply.fields.find(({ field }) => field === 'body')

  test('are stored, compared word by word and restored as a draft', async () => {
    await calls.publish(lucia, intro, block('Guides to read and print.'))
    await calls.publish(lucia, intro, block('Guides and forms to read.'))
    const { data, meta } = (await portal.call(listContentVersions, { params: intro }, calls.as(lucia))).reply
    expect(meta.total).toBe(2)
    expect(data.map(({ number, state }) => [number, state])).toEqual([
      [2, 'published'],
      [1, 'past'],
    ])
    const found = await side('1', '2')
    expect(found?.isChanged).toBe(true)
    expect(
      found?.pieces
        .filter(({ kind }) => kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Guides to read and print.')
    expect(
      found?.pieces
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe('Guides and forms to read.')
    expect(found?.pieces).toEqual([
      { kind: 'same', text: 'Guides ' },
      { kind: 'removed', text: 'to read and print' },
      { kind: 'added', text: 'and forms to read' },
      { kind: 'same', text: '.' },
    ])
    expect((await side('published', '2'))?.isChanged).toBe(false)
    const { revision } = await calls.getItem(lucia, intro)
    const restored = await portal.call(
      restoreContentVersion,
      { params: { ...intro, number: 1 }, body: command({ revision }) },
      calls.as(lucia),
    )
    expect(restored.reply.draft?.fields).toEqual(block('Guides to read and print.'))
    expect((await calls.read('resources')).blocks[0]?.body).not.toEqual([])
    expect(restored.reply.live).toBe('own')
  })

  test('cannot be changed, not even by the database owner', async () => {
    const refused = async (statement: string) =>
      await expect(portal.database.admin.query(statement)).rejects.toThrow(/append-only/)
    await refused(`update content_version set fields = '{}' where name = 'resources-intro'`)
    await refused(`delete from content_version where name = 'resources-intro'`)
    await refused(`update content_decision set live_at = now()`)
    await refused('truncate content_decision')
    const mine = portal.databases.realm('rathbones')
    await expect(mine.deleteFrom('content_version').execute()).rejects.toThrow(/permission denied/)
    await expect(mine.updateTable('content_decision').set({ reason: 'x' }).execute()).rejects.toThrow(
      /permission denied/,
    )
  })
})
