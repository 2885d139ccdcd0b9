import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import {
  block,
  command,
  type Editor,
  editing,
  makeEditor,
  signedInAgain,
} from '../../../testing/content-editors.ts'
import { exampleQuestion } from '../../../testing/factories/make-content.ts'
import { listContentVersions, unscheduleContent } from '../editing.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof editing>
const clock = testClock('2026-11-20T15:00:00Z')
beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = editing(portal)
})
afterAll(() => portal.close())
beforeEach(() => clock.set('2026-11-20T15:00:00Z'))

const intro = { kind: 'block', name: 'faq-intro' } as const
const bodyOf = async (client: string) => JSON.stringify((await calls.read('faq', client)).blocks)

describe('publishing without dual control', () => {
  let lucia: Editor
  beforeAll(async () => {
    lucia = await makeEditor(portal, { client: 'rathbones' })
  })

  test('a published text replaces the common one for its client only', async () => {
    const [before, elsewhere] = [await bodyOf('rathbones'), await bodyOf('npt')]
    const item = await calls.publish(lucia, intro, block('Our own words for {displayName}'))
    expect(item).toMatchObject({ live: 'own', work: [], draft: null })
    expect(await bodyOf('rathbones')).toContain('Our own words for Rathbones Giving')
    expect(await bodyOf('rathbones')).not.toBe(before)
    expect(await bodyOf('npt')).toBe(elsewhere)
  })

  test('a hidden text disappears, and can return to the common text', async () => {
    const common = (await calls.getItem(lucia, intro)).common
    expect((await calls.submit(lucia, intro, { change: 'hide' })).reply.live).toBe('hidden')
    expect((await calls.read('faq')).blocks).toEqual([])
    expect((await calls.submit(lucia, intro, { change: 'hide' })).status).toBe(400)
    const back = await calls.submit(lucia, intro, { change: 'return-to-common' })
    expect(back.reply).toMatchObject({ live: 'common', own: null })
    expect((await calls.read('faq')).blocks).toHaveLength(1)
    expect(back.reply.start).toEqual(common)
    expect((await calls.submit(lucia, intro, { change: 'return-to-common' })).status).toBe(400)
  })

  test('a scheduled version appears at its time without further action', async () => {
    await calls.publish(lucia, intro, block('Now'))
    const item = await calls.publish(lucia, intro, block('In an hour'), calls.inHours(1))
    expect(item).toMatchObject({ live: 'own', work: ['scheduled'], scheduledFor: '2026-11-20T16:00:00.000Z' })
    expect(await bodyOf('rathbones')).toContain('Now')
    clock.advance(59 * 60_000)
    expect(await bodyOf('rathbones')).toContain('Now')
    clock.advance(60_000)
    expect(await bodyOf('rathbones')).toContain('In an hour')
    expect((await calls.getItem(await signedInAgain(portal, lucia), intro)).scheduled).toEqual([])
  })

  test('a scheduled version replaces one published in the meantime', async () => {
    await calls.publish(lucia, intro, block('Scheduled'), calls.inHours(2))
    await calls.publish(lucia, intro, block('Meanwhile'))
    expect(await bodyOf('rathbones')).toContain('Meanwhile')
    clock.advance(2 * 3_600_000)
    expect(await bodyOf('rathbones')).toContain('Scheduled')
  })

  test('a version unscheduled before its time becomes a draft; afterwards it is refused', async () => {
    // After everything that earlier tests have scheduled.
    clock.set('2026-11-21T09:00:00Z')
    const editor = await signedInAgain(portal, lucia)
    const { scheduled } = await calls.publish(editor, intro, block('Never seen'), calls.inHours(1))
    const number = scheduled[0]?.number ?? 0
    const call = () =>
      portal.call(unscheduleContent, { params: { ...intro, number }, body: command({}) }, calls.as(editor))
    const off = await call()
    expect(off.reply).toMatchObject({ work: ['draft'], draft: { fields: { body: 'Never seen' } } })
    expect((await call()).status).toBe(409)
    clock.advance(3_600_000)
    const later = await signedInAgain(portal, lucia)
    expect(await bodyOf('rathbones')).not.toContain('Never seen')
    const live = (await portal.call(listContentVersions, { params: intro }, calls.as(later))).reply.data.find(
      ({ state }) => state === 'published',
    )
    const tooLate = await portal.call(
      unscheduleContent,
      { params: { ...intro, number: live?.number ?? 0 }, body: command({}) },
      calls.as(later),
    )
    expect(tooLate.status).toBe(409)
  })

  test('rejects a time in the past or years ahead', async () => {
    await calls.save(lucia, intro, block('When?'))
    for (const publishAt of ['2026-11-20T14:59:00Z', '2030-01-01T00:00:00Z']) {
      const answer = await calls.submit(lucia, intro, { publishAt })
      expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, ['publishAt']])
    }
  })

  test.each([
    [
      'a question without an answer',
      { kind: 'question', name: 'what-is-a-daf' },
      exampleQuestion({ answer: ' ' }),
      'answer',
    ],
    [
      'a date that does not exist',
      { kind: 'deadline', name: 'cheques' },
      { kind: 'deadline', gift: 'x', on: '2026-02-30', note: '' },
      'on',
    ],
    [
      'a resource that leads to a script',
      { kind: 'resource', name: 'contact' },
      { kind: 'resource', group: 'x', index: 1, title: 'x', description: '', href: 'javascript:alert(1)' },
      'href',
    ],
    [
      'a card whose picture is elsewhere',
      { kind: 'promo-card', name: 'questions' },
      {
        kind: 'promo-card',
        group: 'resource-card',
        index: 1,
        title: 'x',
        body: 'x',
        linkText: '',
        linkHref: '',
        image: 'https://example.org/x.png',
        imageAlt: '',
      },
      'image',
    ],
    [
      'a banner that says nothing',
      { kind: 'banner', name: 'giving-season' },
      {
        kind: 'banner',
        message: '',
        template: null,
        design: 'caution',
        dismissable: true,
        index: 1,
        audience: 'everyone',
      },
      'message',
    ],
  ] as const)('%s can be saved as a draft but not published', async (_what, key, fields, field) => {
    expect((await calls.save(lucia, key, fields)).status).toBe(200)
    const answer = await calls.submit(lucia, key)
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, [field]])
  })

  test('a banner’s version rises with each publication, so that it reappears after being dismissed (§2.5)', async () => {
    const key = { kind: 'banner', name: 'giving-season' } as const
    const versions: (number | undefined)[] = []
    const publish = async (message: string) => {
      const fields = {
        kind: 'banner',
        message,
        template: null,
        design: 'caution',
        dismissable: true,
        index: 1,
      } as const
      await calls.publish(lucia, key, { ...fields, audience: 'everyone' })
      versions.push((await calls.read('shell')).banners[0]?.version)
    }
    await publish('One')
    await publish('Two')
    await calls.submit(lucia, key, { change: 'return-to-common' })
    versions.push((await calls.read('shell')).banners[0]?.version)
    expect(versions).toEqual([1, 2, 3])
  })
})
