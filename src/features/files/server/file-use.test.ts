import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { block, command, type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { aQuestion } from '../../../testing/factories/make-content.ts'
import { makeFile, pdfOf } from '../../../testing/factories/make-file.ts'
import {
  declineContent,
  previewContent,
  restoreContentVersion,
  unscheduleContent,
} from '../../content/editing.contract.ts'
import { listFiles, type ManagedFile, removeFile } from '../files.contract.ts'

let portal: TestApp
let at: ReturnType<typeof editing>
/** At a client that asks for nobody else, and two at one that does. */
let alone: Editor
let lucia: Editor
let giulia: Editor

beforeAll(async () => {
  portal = await startTestApp()
  at = editing(portal)
  alone = await makeEditor(portal, { client: 'rathbones' })
  lucia = await makeEditor(portal)
  giulia = await makeEditor(portal, { name: 'Giulia' })
})
afterAll(() => portal.close())

const fileOf = (editor: Editor, name: string) => makeFile(portal, editor.session, { name })
const picture = (file: ManagedFile) => `Before\n\n![Oak](${file.href})`
const remove = (editor: Editor, { fileId }: ManagedFile) =>
  portal.call(removeFile, { params: { fileId } }, at.as(editor))
const usesOf = async (editor: Editor, { fileId }: ManagedFile) => {
  const { reply } = await portal.call(listFiles, { query: { first: 200 } }, at.as(editor))
  return reply.data.find(file => file.fileId === fileId)?.usedBy
}
const blockNamed = (name: string) => ({ kind: 'block', name }) as const
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describe('a file that a text uses is not removed', () => {
  test('while the text is published; once another is, it may go', async () => {
    const file = await fileOf(alone, 'now.png')
    await at.publish(alone, blockNamed('terms'), block(picture(file)))
    expect(await usesOf(alone, file)).toEqual(['Block ‘Terms of use’'])
    const refusal = await remove(alone, file)
    expect([refusal.status, refusal.problem.detail]).toEqual([
      409,
      'now.png is still in use: Block ‘Terms of use’. Remove it there first.',
    ])
    await at.publish(alone, blockNamed('terms'), block('No picture'))
    expect(await usesOf(alone, file)).toEqual([])
    expect((await remove(alone, file)).status).toBe(200)
  })

  test('while the text waits for its hour; called off, it may go', async () => {
    const file = await fileOf(alone, 'later.png')
    const key = blockNamed('privacy')
    const { scheduled } = await at.publish(alone, key, block(picture(file)), tomorrow())
    expect(await usesOf(alone, file)).toEqual(['Block ‘Privacy notice’, scheduled'])
    expect((await remove(alone, file)).status).toBe(409)
    const params = { ...key, number: scheduled[0]?.number ?? 0 }
    await portal.call(unscheduleContent, { params, body: command({}) }, at.as(alone))
    expect((await remove(alone, file)).status).toBe(200)
  })

  test('while the text waits for its second person, who then publishes it whole; declined, it may go', async () => {
    const [kept, dropped] = [await fileOf(lucia, 'kept.png'), await fileOf(lucia, 'dropped.png')]
    const keys = [blockNamed('terms'), blockNamed('privacy')] as const
    await at.save(lucia, keys[0], block(picture(kept)))
    await at.submit(lucia, keys[0])
    await at.save(lucia, keys[1], block(picture(dropped)))
    await at.submit(lucia, keys[1], { publishAt: tomorrow() })
    expect(await usesOf(giulia, kept)).toEqual(['Block ‘Terms of use’, awaiting approval'])
    for (const file of [kept, dropped]) expect((await remove(giulia, file)).status).toBe(409)
    expect((await at.approve(giulia, keys[0], 1)).status).toBe(200)
    expect(await usesOf(giulia, kept)).toEqual(['Block ‘Terms of use’'])
    await portal.call(
      declineContent,
      { params: { ...keys[1], number: 1 }, body: command({ reason: 'Another picture, please.' }) },
      at.as(giulia),
    )
    expect((await remove(giulia, dropped)).status).toBe(200)
  })

  test('what another client publishes does not hold it up', async () => {
    const uk = await makeEditor(portal, { client: 'nptuk', realm: 'nptuk' })
    const dollars = {
      ...uk,
      client: 'nptukusd',
      session: await portal.sessionFor(uk.user, { client: 'nptukusd' }),
    }
    const file = await fileOf(uk, 'acorn.png')
    // As words alone: it is no file of that client's, so as a picture it could not be published there.
    const key = { kind: 'question', name: 'available-balance' } as const
    const refused = await at.save(dollars, key, aQuestion({ answer: picture(file) }))
    expect(refused.reply.draft?.messages).toHaveLength(1)
    expect((await at.submit(dollars, key)).problem.errors?.answer).toEqual([
      'acorn.png is not kept here any more. Take it out, or choose another.',
    ])
    expect((await remove(uk, file)).status).toBe(200)
  })
})

describe('a text whose file was removed is not published', () => {
  test('and says at its field which one it was: words, picture, link', async () => {
    const gone = await fileOf(alone, 'gone.png')
    const pdf = await makeFile(portal, alone.session, { name: 'gone.pdf', bytes: pdfOf() })
    const kept = await fileOf(alone, 'kept.png')
    for (const file of [gone, pdf]) expect((await remove(alone, file)).status).toBe(200)
    const card = { kind: 'promo-card', name: 'giving-guide' } as const
    await at.save(alone, card, {
      kind: 'promo-card',
      group: 'resource-card',
      index: 1,
      title: 'Our report',
      body: `${picture(kept)}\n\n${picture(gone)}\n\n${picture(gone)}`,
      linkText: 'Read it',
      linkHref: pdf.href,
      image: gone.href,
      imageAlt: '',
    })
    const { status, problem } = await at.submit(alone, card)
    const said = (name: string) => [`${name} is not kept here any more. Take it out, or choose another.`]
    const errors = { body: said('gone.png'), linkHref: said('gone.pdf'), image: said('gone.png') }
    expect([status, problem.errors]).toEqual([400, errors])
    // The editor's screen goes on to say so until it is mended.
    const fields = (await at.getItem(alone, card)).draft?.fields ?? aQuestion()
    const body = command({ name: card.name, fields })
    expect((await portal.call(previewContent, { body }, at.as(alone))).reply.errors).toEqual(errors)
  })

  test('nor is an old version that used it: its words come back as a draft, and say so', async () => {
    const file = await fileOf(alone, 'old.png')
    const key = blockNamed('faq-intro')
    await at.publish(alone, key, block(picture(file)))
    const { revision } = await at.publish(alone, key, block('New words'))
    expect((await remove(alone, file)).status).toBe(200)
    const restored = await portal.call(
      restoreContentVersion,
      { params: { ...key, number: 1 }, body: command({ revision }) },
      at.as(alone),
    )
    expect(restored.reply.draft?.messages.map(({ text }) => text)).toEqual([
      expect.stringContaining('is none of the pictures kept here'),
    ])
    expect((await at.submit(alone, key)).problem.errors?.body).toHaveLength(1)
  })
})

describe('of a publication and a removal at the same moment one waits for the other', () => {
  /** Ends once that many statements wait for a lock that another holds. */
  const waiting = (statements: number) =>
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

  test('the removal was first: the text is refused', async () => {
    const file = await fileOf(alone, 'first.png')
    const key = blockNamed('home-visitor')
    await at.save(alone, key, block(picture(file)))
    let submission: ReturnType<typeof at.submit> | undefined
    await portal.databases
      .realm('rathbones')
      .transaction()
      .execute(async trx => {
        const removal = { removed_at: new Date(), removed_by: alone.user.userId }
        await trx.updateTable('content_file').set(removal).where('file_id', '=', file.fileId).execute()
        submission = at.submit(alone, key)
        await waiting(1)
      })
    const { status, problem } = (await submission) ?? { status: 0, problem: undefined }
    expect([status, Object.keys(problem?.errors ?? {})]).toEqual([400, ['body']])
    expect((await at.getItem(alone, key)).live).not.toBe('own')
  })

  test('the publication was first: the removal is refused, and the picture is served', async () => {
    const file = await fileOf(alone, 'second.png')
    const key = blockNamed('contact-intro')
    await at.save(alone, key, block(picture(file)))
    // Lets everybody read, and nobody write a version: the publication has looked at its files, and stops there.
    const gate = await portal.database.admin.connect()
    await gate.query('begin; lock table content_version in share mode')
    const submission = at.submit(alone, key)
    await waiting(1)
    const removal = remove(alone, file)
    try {
      await waiting(2)
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
