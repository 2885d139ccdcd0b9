import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadType } from '../../../../contract/request-of.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../../testing/app.ts'
import { gifOf, jpeg4x3, makeFile, pdfOf, pngOf } from '../../../../testing/factories/make-file.ts'
import { makeStaff } from '../../../../testing/factories/make-fund.ts'
import { describeFile, listFiles, removeFile, uploadFile } from '../../files.contract.ts'

let portal: TestApp
let editor: TestSession
let userId: string
let editorName: string

const editorOf = async (realm: string, client = realm) => {
  const { user } = await makeStaff(portal, { realm, roles: [{ role: 'content_editor', actions: null }] })
  return { session: await portal.sessionFor(user, { client }), user }
}

beforeAll(async () => {
  portal = await startTestApp()
  const made = await editorOf('npt')
  editor = made.session
  userId = made.user.userId
  editorName = `${made.user.firstName} ${made.user.lastName}`
})
afterAll(() => portal.close())

const get = (url: string, client = 'npt', headers = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { host: hostOf(client), ...headers } })

/** A text of the client's own that holds these fields, approved, on view from then on. */
async function publish(name: string, fields: object, liveAt: Date, client = 'npt'): Promise<void> {
  const item = { client, kind: 'block', name }
  const version = { ...item, number: 1 }
  await portal.databases
    .realm('npt')
    .transaction()
    .execute(async trx => {
      await trx
        .insertInto('content_item')
        .values({ ...item, revision: 1n })
        .execute()
      await trx
        .insertInto('content_version')
        .values({
          ...version,
          change: 'text',
          fields: JSON.stringify(fields),
          submitted_by: userId,
          submitted_at: new Date(liveAt.getTime() - 60_000),
          editors: [userId],
          takes_two: false,
        })
        .execute()
      await trx
        .insertInto('content_decision')
        .values({
          ...version,
          decision: 'approved',
          decided_by: userId,
          decided_at: new Date(Math.min(Date.now(), liveAt.getTime())),
          live_at: liveAt,
        })
        .execute()
    })
}

describe('open-points 7 an upload', () => {
  test('is kept under a name of its own making, with size and what it shows, and is served as it was', async () => {
    const upload = pngOf(640, 480)
    const query = { name: 'C:\\Users\\Médaille d’or (2).SVG', alt: ' A medal ' }
    const { status, reply } = await portal.call(uploadFile, { query, upload }, { as: editor })
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      href: `/files/${reply.fileId}/medaille-d-or-2.png`,
      name: 'medaille-d-or-2.png',
      mediaType: 'image/png',
      bytes: upload.length,
      widthPx: 640,
      heightPx: 480,
      alt: 'A medal',
      uploadedBy: editorName,
      usedBy: [],
    })
    const served = await get(reply.href)
    expect(served.statusCode).toBe(200)
    expect(new Uint8Array(served.rawPayload)).toEqual(upload)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="medaille-d-or-2.png"',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(served.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/)
  })

  test('that is a PDF has no size and says nothing of what it shows', async () => {
    const file = await makeFile(portal, editor, { name: 'giving.pdf', alt: 'ignored', bytes: pdfOf() })
    expect(file).toMatchObject({ mediaType: 'application/pdf', widthPx: null, heightPx: null, alt: '' })
    expect((await get(file.href)).headers['content-type']).toBe('application/pdf')
  })

  test('is what its bytes are: a GIF named .pdf is a GIF', async () => {
    const file = await makeFile(portal, editor, { name: 'report.pdf', bytes: gifOf(3, 2) })
    expect(file).toMatchObject({ mediaType: 'image/gif', name: 'report.gif' })
  })

  test('that is no picture and no PDF is refused in a sentence, and nothing is kept', async () => {
    const before = (await portal.call(listFiles, {}, { as: editor })).reply.meta.total
    const upload = new Uint8Array(Buffer.from('<svg onload="alert(1)"/>'))
    const { status, problem } = await portal.call(
      uploadFile,
      { query: { name: 'oak.png' }, upload },
      { as: editor },
    )
    expect(status).toBe(400)
    expect(problem.errors?.file?.[0]).toMatch(/^SVG pictures .* are not taken/)
    expect((await portal.call(listFiles, {}, { as: editor })).reply.meta.total).toBe(before)
  })

  test('of nothing is refused', async () => {
    const { status, problem } = await portal.call(
      uploadFile,
      { query: { name: 'oak.png' }, upload: new Uint8Array() },
      { as: editor },
    )
    expect(status).toBe(400)
    expect(problem.detail).toBe('The file is empty.')
  })

  test('of more than 20 MB is refused, and so is one that is sent as something else', async () => {
    const send = (headers: object, payload: Buffer) =>
      portal.app.inject({
        method: 'POST',
        url: '/api/files?name=oak.png',
        headers: {
          host: hostOf('npt'),
          origin: originOf('npt'),
          'x-accountid': '0',
          ...editor.headers,
          ...headers,
        },
        payload,
      })
    const large = await send({ 'content-type': uploadType }, Buffer.alloc(20 * 1024 * 1024 + 1))
    expect(large.statusCode).toBe(413)
    const json = await send({ 'content-type': 'application/json' }, Buffer.from('{}'))
    expect(json.statusCode).toBe(400)
  })

  test('of somebody who may not is refused before it is read', async () => {
    const response = await portal.app.inject({
      method: 'POST',
      url: '/api/files?name=oak.png',
      headers: {
        host: hostOf('npt'),
        origin: originOf('npt'),
        'x-accountid': '0',
        'content-type': uploadType,
        'content-length': String(2 ** 40),
      },
    })
    expect(response.statusCode).toBe(401)
  })

  test('no other endpoint takes bytes', async () => {
    const response = await portal.app.inject({
      method: 'POST',
      url: `/api/files/${randomUUID()}/alt`,
      headers: {
        host: hostOf('npt'),
        origin: originOf('npt'),
        'x-accountid': '0',
        ...editor.headers,
        'content-type': uploadType,
      },
      payload: Buffer.from('x'),
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toBe('The request could not be read.')
  })
})

describe('open-points 7 a file is its client’s alone', () => {
  test('nobody finds it at another client, nor under another name, nor under an id that is none', async () => {
    const file = await makeFile(portal, editor, { name: 'own.png' })
    expect((await get(file.href)).statusCode).toBe(200)
    const unknown = `/files/${randomUUID()}/own.png`
    const bodyOf = (text: string) => ({ ...JSON.parse(text), traceId: undefined })
    const expected = await get(unknown)
    for (const [url, client] of [
      [file.href, 'rathbones'],
      [file.href, 'nptuk'],
      [`/files/${file.fileId}/other.png`, 'npt'],
      ['/files/..%2f..%2fetc/passwd', 'npt'],
      [`/files/${file.fileId}/..%2fown.png`, 'npt'],
    ] as const) {
      const { statusCode, body } = await get(url, client)
      expect(statusCode, `${url} at ${client}`).toBe(404)
      expect(bodyOf(body), `${url} at ${client}`).toEqual(bodyOf(expected.body))
    }
  })

  test('of two clients of one realm each lists, describes and removes its own', async () => {
    const uk = await editorOf('nptuk')
    const dollars = await portal.sessionFor(uk.user, { client: 'nptukusd' })
    const file = await makeFile(portal, uk.session, { name: 'acorn.png' })
    expect((await get(file.href, 'nptuk')).statusCode).toBe(200)
    expect((await get(file.href, 'nptukusd')).statusCode).toBe(404)
    expect((await portal.call(listFiles, {}, { as: dollars })).reply.data).toEqual([])
    const params = { fileId: file.fileId }
    const body = { data: { type: 'command' as const, attributes: { alt: 'theirs' } } }
    expect((await portal.call(describeFile, { params, body }, { as: dollars })).status).toBe(404)
    expect((await portal.call(removeFile, { params }, { as: dollars })).status).toBe(404)
    expect((await portal.call(removeFile, { params }, { as: uk.session })).status).toBe(200)
  })

  test('the connection of one realm sees no row of another', async () => {
    const rows = await portal.databases.realm('rathbones').selectFrom('content_file').selectAll().execute()
    expect(rows).toEqual([])
    expect(
      (await portal.databases.realm('npt').selectFrom('content_file').selectAll().execute()).length,
    ).toBeGreaterThan(0)
  })
})

test('open-points 10 a browser that has the bytes is told so, and sent nothing', async () => {
  const file = await makeFile(portal, editor)
  const { headers } = await get(file.href)
  const again = await get(file.href, 'npt', { 'if-none-match': `"other", W/${headers.etag}` })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload.length).toBe(0)
  expect((await get(file.href, 'npt', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('open-points 7 what a picture shows can be said otherwise, and what it is cannot be changed', async () => {
  const file = await makeFile(portal, editor, { bytes: jpeg4x3 })
  const body = { data: { type: 'command' as const, attributes: { alt: 'An oak by a pond' } } }
  const params = { fileId: file.fileId }
  const { reply } = await portal.call(describeFile, { params, body }, { as: editor })
  expect(reply).toEqual({ ...file, alt: 'An oak by a pond' })
  const realmDb = portal.databases.realm('npt')
  await expect(
    realmDb.updateTable('content_file').set({ media_type: 'image/gif' }).execute(),
  ).rejects.toThrow(/permission denied/)
})

describe('open-points 7 a removal', () => {
  test('takes the file out of the list, off its address and out of the store; a repeat is harmless', async () => {
    const file = await makeFile(portal, editor)
    const params = { fileId: file.fileId }
    expect((await portal.call(removeFile, { params }, { as: editor })).status).toBe(200)
    expect((await get(file.href)).statusCode).toBe(404)
    const { reply } = await portal.call(listFiles, { query: { first: 200 } }, { as: editor })
    expect(reply.data.map(({ fileId }) => fileId)).not.toContain(file.fileId)
    expect((await portal.call(removeFile, { params }, { as: editor })).status).toBe(200)
  })

  test('is refused while a published text holds the file, and says where; a scheduled one too', async () => {
    const now = await makeFile(portal, editor, { name: 'now.png' })
    const later = await makeFile(portal, editor, { name: 'later.png' })
    const past = new Date(Date.now() - 3_600_000)
    await publish('terms', { kind: 'block', body: `![Oak](${now.href})` }, past)
    await publish(
      'privacy',
      { kind: 'block', body: `![Oak](${later.href})` },
      new Date(Date.now() + 86_400_000),
    )
    const { reply } = await portal.call(listFiles, { query: { first: 200 } }, { as: editor })
    const usesOf = (fileId: string) => reply.data.find(file => file.fileId === fileId)?.usedBy
    expect(usesOf(now.fileId)).toEqual(['Block ‘Terms of use’'])
    expect(usesOf(later.fileId)).toEqual(['Block ‘Privacy notice’, scheduled'])
    const refusal = await portal.call(removeFile, { params: { fileId: now.fileId } }, { as: editor })
    expect(refusal.status).toBe(409)
    expect(refusal.problem.detail).toBe(
      'now.png is still used: Block ‘Terms of use’. Take it out there and publish that first.',
    )
    expect((await get(now.href)).statusCode).toBe(200)
  })

  test('is not held up by what another client publishes', async () => {
    const file = await makeFile(portal, editor, { name: 'shared.png' })
    await publish(
      'footer-disclaimer',
      { kind: 'block', body: file.href },
      new Date(Date.now() - 1000),
      'elsewhere',
    )
    expect((await portal.call(removeFile, { params: { fileId: file.fileId } }, { as: editor })).status).toBe(
      200,
    )
  })
})

test('open-points 10 the list is searched, told apart and paged, newest first', async () => {
  const { session } = await editorOf('glenmede')
  const first = await makeFile(portal, session, { name: 'Hill 100%.png', alt: 'A hill' })
  const second = await makeFile(portal, session, { name: 'guide.pdf', bytes: pdfOf() })
  const third = await makeFile(portal, session, { name: 'stream.gif', alt: 'A stream', bytes: gifOf(3, 2) })
  const names = async (query: object) =>
    (await portal.call(listFiles, { query }, { as: session })).reply.data.map(({ name }) => name)
  expect(await names({})).toEqual([third.name, second.name, first.name])
  expect(await names({ kind: 'pdf' })).toEqual(['guide.pdf'])
  expect(await names({ kind: 'picture' })).toEqual([third.name, first.name])
  expect(await names({ keywords: 'HILL' })).toEqual(['hill-100.png'])
  expect(await names({ keywords: '%' })).toEqual([])
  const page = await portal.call(listFiles, { query: { first: 2 } }, { as: session })
  expect(page.reply.meta.total).toBe(3)
  const rest = await portal.call(
    listFiles,
    { query: { first: 2, after: page.reply.meta.next ?? '' } },
    { as: session },
  )
  expect(rest.reply.data.map(({ name }) => name)).toEqual([first.name])
})
