import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { command, type Editor, editing, makeEditor, signedInAgain } from '../../../testing/content-editors.ts'
import { exampleQuestion } from '../../../testing/factories/make-content.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import {
  declineContent,
  getEditorPermissions,
  listContentItems,
  withdrawContent,
} from '../editing.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof editing>
const clock = testClock('2026-11-20T15:00:00Z')
beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = editing(portal)
})
afterAll(() => portal.close())
beforeEach(() => clock.set('2026-11-20T15:00:00Z'))

describe('dual control', () => {
  let lucia: Editor
  let giulia: Editor
  let boss: Editor
  beforeAll(async () => {
    lucia = await makeEditor(portal)
    giulia = await makeEditor(portal, { name: 'Giulia' })
    boss = { client: 'npt', ...(await makeStaff(portal)) }
  })
  const question = (name: string) => ({ kind: 'question', name }) as const
  const awaiting = async (name: string, publishAt: string | null = null) => {
    await calls.save(lucia, question(name), exampleQuestion({ answer: `About ${name}` }))
    return (await calls.submit(lucia, question(name), { publishAt })).reply
  }
  const answers = async () => JSON.stringify((await calls.read('faq', 'npt')).questions)

  test('a submitted version awaits approval and appears once someone else approves it', async () => {
    const key = question('smallest-grant')
    const item = await awaiting('smallest-grant')
    expect(item).toMatchObject({
      live: 'common',
      work: ['awaiting'],
      awaiting: { number: 1, state: 'awaiting' },
    })
    expect(item.may).toMatchObject({ approve: false, edit: false, publishAlone: false })
    expect(item.approvalRefusal).toMatch(/Someone else/)
    expect(await answers()).not.toContain('About smallest-grant')
    const own = await calls.approve(lucia, key, 1)
    expect([own.status, own.problem.title]).toEqual([400, 'Access denied.'])
    expect(await calls.getItem(giulia, key)).toMatchObject({ may: { approve: true }, approvalRefusal: null })
    expect((await calls.approve(giulia, key, 1)).reply.live).toBe('own')
    expect(await answers()).toContain('About smallest-grant')
    expect((await calls.approve(boss, key, 1)).status).toBe(409)
  })

  test('a super user may approve, but not what they helped to write', async () => {
    await awaiting('successors')
    expect((await calls.approve(boss, question('successors'), 1)).status).toBe(200)
    const key = question('can-i-take-it-back')
    await calls.save(boss, key, exampleQuestion({ answer: 'The boss began' }))
    await calls.save(lucia, key, exampleQuestion({ answer: 'Lucia went on' }))
    await calls.submit(lucia, key)
    expect((await calls.approve(boss, key, 1)).status).toBe(400)
    expect((await calls.approve(giulia, key, 1)).status).toBe(200)
  })

  test('the database rejects an author’s approval', async () => {
    await awaiting('logged-out')
    const approval = portal.databases.realm('npt').insertInto('content_decision').values({
      client: 'npt',
      kind: 'question',
      name: 'logged-out',
      number: 1,
      decision: 'approved',
      decided_by: lucia.user.userId,
      decided_at: clock.now(),
      live_at: clock.now(),
    })
    await expect(approval.execute()).rejects.toThrow(/cannot approve/)
  })

  test('an editor without CONTENT_PUBLISH cannot approve', async () => {
    const writer = await makeEditor(portal, { actions: ['CONTENT_EDIT'], name: 'Wanda' })
    await awaiting('forgotten-password')
    expect((await calls.getItem(writer, question('forgotten-password'))).approvalRefusal).toMatch(/role/)
    expect((await calls.approve(writer, question('forgotten-password'), 1)).status).toBe(400)
    expect((await portal.call(getEditorPermissions, {}, calls.as(writer))).reply).toMatchObject({
      mayPublish: false,
      twoPersonPublishing: true,
    })
  })

  test('hiding and returning to the common text need approval, too', async () => {
    const key = question('is-this-mail-from-you')
    expect((await calls.submit(lucia, key, { change: 'hide' })).reply).toMatchObject({
      live: 'common',
      work: ['awaiting'],
    })
    expect((await calls.approve(lucia, key, 1)).status).toBe(400)
    expect((await calls.approve(giulia, key, 1)).reply.live).toBe('hidden')
    await calls.submit(giulia, key, { change: 'return-to-common' })
    expect((await calls.approve(lucia, key, 2)).reply.live).toBe('common')
  })

  test('a declined version becomes a draft with the reason and keeps its authors', async () => {
    const key = question('anonymous-grants')
    await awaiting('anonymous-grants')
    const no = await portal.call(
      declineContent,
      { params: { ...key, number: 1 }, body: command({ reason: 'Say what the charity sees.' }) },
      calls.as(giulia),
    )
    expect(no.reply).toMatchObject({
      work: ['declined'],
      draft: {
        fields: { answer: 'About anonymous-grants' },
        declined: { reason: 'Say what the charity sees.', number: 1, person: { name: 'Giulia Marchetti' } },
      },
    })
    // Submitted by someone else: its author still cannot approve it.
    await calls.submit(giulia, key)
    expect((await calls.approve(lucia, key, 2)).status).toBe(400)
    expect((await calls.approve(boss, key, 2)).status).toBe(200)
  })

  test('a pending version cannot be changed, but its author can withdraw it', async () => {
    const key = question('change-a-grant')
    await awaiting('change-a-grant')
    const meanwhile = await calls.save(giulia, key, exampleQuestion())
    expect(meanwhile.status).toBe(409)
    expect(meanwhile.problem.detail).toMatch(
      /^Version 1 awaits approval: it was submitted by Lucia Marchetti on Nov 20/,
    )
    const back = await portal.call(
      withdrawContent,
      { params: { ...key, number: 1 }, body: command({}) },
      calls.as(lucia),
    )
    expect(back.reply).toMatchObject({ work: ['draft'], draft: { declined: null } })
    expect((await calls.approve(giulia, key, 1)).status).toBe(409)
  })

  test('a scheduled version appears at its time, or at once if approved later', async () => {
    const [late, early] = ['how-long-does-a-grant-take', 'available-balance']
    await awaiting(late, calls.inHours(1))
    await awaiting(early, calls.inHours(1))
    expect((await calls.approve(giulia, question(early), 1)).reply.work).toEqual(['scheduled'])
    expect(await answers()).not.toContain(`About ${early}`)
    clock.advance(2 * 3_600_000)
    expect(await answers()).toContain(`About ${early}`)
    expect(await answers()).not.toContain(`About ${late}`)
    await calls.approve(await signedInAgain(portal, giulia), question(late), 1)
    expect(await answers()).toContain(`About ${late}`)
  })

  test('counts the versions that the user can approve', async () => {
    const pendingForYou = async (editor: Editor) =>
      (await portal.call(listContentItems, {}, calls.as(editor))).reply.meta.counts.pendingForYou
    const [lucias, giulias] = [await pendingForYou(lucia), await pendingForYou(giulia)]
    await awaiting('who-sees-my-account')
    expect([await pendingForYou(lucia), await pendingForYou(giulia)]).toEqual([lucias, giulias + 1])
  })

  test('the audit log records who submitted, approved and declined what, without the text', async () => {
    const { rows } = await portal.database.admin.query<{ kind: string; user_id: string; detail: object }>(
      `select kind, user_id, detail from audit_event where realm = 'npt' and kind like 'content-%' order by seq`,
    )
    expect(rows.slice(0, 2)).toEqual([
      {
        kind: 'content-submitted',
        user_id: lucia.user.userId,
        detail: { client: 'npt', item: 'question/smallest-grant', version: '1', change: 'text' },
      },
      {
        kind: 'content-approved',
        user_id: giulia.user.userId,
        detail: {
          client: 'npt',
          item: 'question/smallest-grant',
          version: '1',
          change: 'text',
          liveAt: '2026-11-20T15:00:00.000Z',
        },
      },
    ])
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['content-submitted', 'content-approved', 'content-declined', 'content-withdrawn']),
    )
    expect(JSON.stringify(rows)).not.toContain('About')
  })
})
