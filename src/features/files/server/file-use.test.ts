import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { block, command, type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { exampleQuestion } from '../../../testing/factories/make-content.ts'
import { makeFile, pdfOf } from '../../../testing/factories/make-file.ts'
import {
  declineContent,
  previewContent,
  restoreContentVersion,
  unscheduleContent,
} from '../../content/editing.contract.ts'
import { listFiles, type ManagedFile, removeFile } from '../files.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof editing>
/** One editor at a client without dual control, and two at a client with it. */
let singleEditor: Editor
let lucia: Editor
let giulia: Editor

beforeAll(async () => {
  portal = await startTestApp()
  calls = editing(portal)
  singleEditor = await makeEditor(portal, { client: 'rathbones' })
  lucia = await makeEditor(portal)
  giulia = await makeEditor(portal, { name: 'Giulia' })
})
afterAll(() => portal.close())

const fileOf = (editor: Editor, name: string) => makeFile(portal, editor.session, { name })
const picture = (file: ManagedFile) => `Before\n\n![Oak](${file.href})`
const remove = (editor: Editor, { fileId }: ManagedFile) =>
  portal.call(removeFile, { params: { fileId } }, calls.as(editor))
const usesOf = async (editor: Editor, { fileId }: ManagedFile) => {
  const { reply } = await portal.call(listFiles, { query: { first: 200 } }, calls.as(editor))
  return reply.data.find(file => file.fileId === fileId)?.usedBy
}
const blockNamed = (name: string) => ({ kind: 'block', name }) as const
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describe('a file cannot be removed', () => {
  test('while a published text uses it, until another version is published', async () => {
    const file = await fileOf(singleEditor, 'now.png')
    await calls.publish(singleEditor, blockNamed('terms'), block(picture(file)))
    expect(await usesOf(singleEditor, file)).toEqual(['Block “Terms of use”'])
    const refusal = await remove(singleEditor, file)
    expect([refusal.status, refusal.problem.detail]).toEqual([
      409,
      'now.png is still in use: Block “Terms of use”. Remove it there first.',
    ])
    await calls.publish(singleEditor, blockNamed('terms'), block('No picture'))
    expect(await usesOf(singleEditor, file)).toEqual([])
    expect((await remove(singleEditor, file)).status).toBe(200)
  })

  test('while a scheduled text uses it, until the text is unscheduled', async () => {
    const file = await fileOf(singleEditor, 'later.png')
    const key = blockNamed('privacy')
    const { scheduled } = await calls.publish(singleEditor, key, block(picture(file)), tomorrow())
    expect(await usesOf(singleEditor, file)).toEqual(['Block “Privacy notice”, scheduled'])
    expect((await remove(singleEditor, file)).status).toBe(409)
    const params = { ...key, number: scheduled[0]?.number ?? 0 }
    await portal.call(unscheduleContent, { params, body: command({}) }, calls.as(singleEditor))
    expect((await remove(singleEditor, file)).status).toBe(200)
  })

  test('while a text that awaits approval uses it, until the text is declined', async () => {
    const [approved, declined] = [await fileOf(lucia, 'approved.png'), await fileOf(lucia, 'declined.png')]
    const keys = [blockNamed('terms'), blockNamed('privacy')] as const
    await calls.save(lucia, keys[0], block(picture(approved)))
    await calls.submit(lucia, keys[0])
    await calls.save(lucia, keys[1], block(picture(declined)))
    await calls.submit(lucia, keys[1], { publishAt: tomorrow() })
    expect(await usesOf(giulia, approved)).toEqual(['Block “Terms of use”, awaiting approval'])
    for (const file of [approved, declined]) expect((await remove(giulia, file)).status).toBe(409)
    expect((await calls.approve(giulia, keys[0], 1)).status).toBe(200)
    expect(await usesOf(giulia, approved)).toEqual(['Block “Terms of use”'])
    await portal.call(
      declineContent,
      { params: { ...keys[1], number: 1 }, body: command({ reason: 'Another picture, please.' }) },
      calls.as(giulia),
    )
    expect((await remove(giulia, declined)).status).toBe(200)
  })

  test('but can, although a text of another client refers to it', async () => {
    const uk = await makeEditor(portal, { client: 'nptuk', realm: 'nptuk' })
    const dollars = {
      ...uk,
      client: 'nptukusd',
      session: await portal.sessionFor(uk.user, { client: 'nptukusd' }),
    }
    const file = await fileOf(uk, 'acorn.png')
    // The file belongs to another client, so the draft is saved with a message, and the text cannot be submitted.
    const key = { kind: 'question', name: 'available-balance' } as const
    const refused = await calls.save(dollars, key, exampleQuestion({ answer: picture(file) }))
    expect(refused.reply.draft?.messages).toHaveLength(1)
    expect((await calls.submit(dollars, key)).problem.errors?.answer).toEqual([
      'acorn.png has been removed. Delete the reference or choose another file.',
    ])
    expect((await remove(uk, file)).status).toBe(200)
  })
})

describe('a text cannot be published after its file was removed', () => {
  test('and names the file on each field: text, picture and link', async () => {
    const gone = await fileOf(singleEditor, 'gone.png')
    const pdf = await makeFile(portal, singleEditor.session, { name: 'gone.pdf', bytes: pdfOf() })
    const existing = await fileOf(singleEditor, 'existing.png')
    for (const file of [gone, pdf]) expect((await remove(singleEditor, file)).status).toBe(200)
    const card = { kind: 'promo-card', name: 'giving-guide' } as const
    await calls.save(singleEditor, card, {
      kind: 'promo-card',
      group: 'resource-card',
      index: 1,
      title: 'Our report',
      body: `${picture(existing)}\n\n${picture(gone)}\n\n${picture(gone)}`,
      linkText: 'Read it',
      linkHref: pdf.href,
      image: gone.href,
      imageAlt: '',
    })
    const { status, problem } = await calls.submit(singleEditor, card)
    const messageFor = (name: string) => [
      `${name} has been removed. Delete the reference or choose another file.`,
    ]
    const errors = {
      body: messageFor('gone.png'),
      linkHref: messageFor('gone.pdf'),
      image: messageFor('gone.png'),
    }
    expect([status, problem.errors]).toEqual([400, errors])
    // The editor keeps showing the errors until they are fixed.
    const fields = (await calls.getItem(singleEditor, card)).draft?.fields ?? exampleQuestion()
    const body = command({ name: card.name, fields })
    expect((await portal.call(previewContent, { body }, calls.as(singleEditor))).reply.errors).toEqual(errors)
  })

  test('also as an old version: it is restored as a draft with a message', async () => {
    const file = await fileOf(singleEditor, 'old.png')
    const key = blockNamed('faq-intro')
    await calls.publish(singleEditor, key, block(picture(file)))
    const { revision } = await calls.publish(singleEditor, key, block('New words'))
    expect((await remove(singleEditor, file)).status).toBe(200)
    const restored = await portal.call(
      restoreContentVersion,
      { params: { ...key, number: 1 }, body: command({ revision }) },
      calls.as(singleEditor),
    )
    expect(restored.reply.draft?.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('isn’t one of your pictures'),
    ])
    expect((await calls.submit(singleEditor, key)).problem.errors?.body).toHaveLength(1)
  })
})

describe('a concurrent publication and removal wait for each other', () => {
  /** Waits until that many statements wait for a lock. */
  const untilWaiting = (statements: number) =>
    expect
      .poll(
        async () => {
          const { rows } = await portal.database.admin.query<{ waiting: string }>(
            `select count(*) as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return Number(rows[0]?.waiting)
        },
        { timeout: 5_000, interval: 10 },
      )
      .toBe(statements)

  test('rejects the text if the removal is first', async () => {
    const file = await fileOf(singleEditor, 'first.png')
    const key = blockNamed('home-visitor')
    await calls.save(singleEditor, key, block(picture(file)))
    let submission: ReturnType<typeof calls.submit> | undefined
    await portal.databases
      .realm('rathbones')
      .transaction()
      .execute(async trx => {
        const removal = { removed_at: new Date(), removed_by: singleEditor.user.userId }
        await trx.updateTable('content_file').set(removal).where('file_id', '=', file.fileId).execute()
        submission = calls.submit(singleEditor, key)
        await untilWaiting(1)
      })
    const { status, problem } = (await submission) ?? { status: 0, problem: undefined }
    expect([status, Object.keys(problem?.errors ?? {})]).toEqual([400, ['body']])
    expect((await calls.getItem(singleEditor, key)).live).not.toBe('own')
  })

  test('rejects the removal if the publication is first, and serves the picture', async () => {
    const file = await fileOf(singleEditor, 'second.png')
    const key = blockNamed('contact-intro')
    await calls.save(singleEditor, key, block(picture(file)))
    // This lock allows reading, but no new version: the publication stops after it has checked its files.
    const gate = await portal.database.admin.connect()
    await gate.query('begin; lock table content_version in share mode')
    const submission = calls.submit(singleEditor, key)
    await untilWaiting(1)
    const removal = remove(singleEditor, file)
    try {
      await untilWaiting(2)
    } finally {
      await gate.query('commit')
      gate.release()
    }
    expect((await submission).reply.live).toBe('own')
    expect((await removal).status).toBe(409)
    const served = await portal.app.inject({ url: file.href, headers: { host: 'rathbones.localhost:3000' } })
    expect(served.statusCode).toBe(200)
  })
})
