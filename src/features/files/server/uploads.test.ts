import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadType } from '../../../contract/request-of.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { gifOf, makeFile, pdfOf, pngOf } from '../../../testing/factories/make-file.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { listFiles, uploadFile } from '../files.contract.ts'

let portal: TestApp
let editor: TestSession
let editorName: string

const editorOf = async (realm: string, client = realm) => {
  const { user } = await makeStaff(portal, { realm, roles: [{ role: 'content_editor', actions: null }] })
  return { session: await portal.sessionFor(user, { client }), user }
}

beforeAll(async () => {
  portal = await startTestApp()
  const made = await editorOf('npt')
  editor = made.session
  editorName = `${made.user.firstName} ${made.user.lastName}`
})
afterAll(() => portal.close())

const get = (url: string, client = 'npt', headers = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { host: hostOf(client), ...headers } })

describe('an upload', () => {
  test('is stored under a safe name with its size and alternative text, and is served as re-encoded', async () => {
    const upload = pngOf(640, 480)
    const query = { name: 'C:\\Users\\Médaille d’or (2).SVG', alt: ' A medal ' }
    const { status, reply } = await portal.call(uploadFile, { query, upload }, { as: editor })
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      href: `/files/${reply.fileId}/medaille-d-or-2.png`,
      name: 'medaille-d-or-2.png',
      mediaType: 'image/png',
      widthPx: 640,
      heightPx: 480,
      alt: 'A medal',
      uploadedBy: editorName,
      usedBy: [],
    })
    const served = await get(reply.href)
    expect(served.statusCode).toBe(200)
    expect(served.rawPayload.length).toBe(reply.bytes)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 640,
      height: 480,
    })
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="medaille-d-or-2.png"',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(served.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/)
  })

  test('of a PDF has no size and no alternative text, and is served as a download', async () => {
    const file = await makeFile(portal, editor, { name: 'giving.pdf', alt: 'ignored', bytes: pdfOf() })
    expect(file).toMatchObject({ mediaType: 'application/pdf', widthPx: null, heightPx: null, alt: '' })
    const { headers } = await get(file.href)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="giving.pdf"',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox;/)
  })

  test('of a GIF named .pdf is stored as a GIF', async () => {
    const file = await makeFile(portal, editor, { name: 'report.pdf', bytes: gifOf(3, 2) })
    expect(file).toMatchObject({ mediaType: 'image/gif', name: 'report.gif' })
  })

  test('of a file that is neither a picture nor a PDF is rejected with a reason, and nothing is stored', async () => {
    const before = (await portal.call(listFiles, {}, { as: editor })).reply.meta.total
    const upload = new Uint8Array(Buffer.from('<svg onload="alert(1)"/>'))
    const { status, problem } = await portal.call(
      uploadFile,
      { query: { name: 'oak.png' }, upload },
      { as: editor },
    )
    expect(status).toBe(400)
    expect(problem.errors?.file?.[0]).toMatch(/^SVG pictures .* are not accepted/)
    expect((await portal.call(listFiles, {}, { as: editor })).reply.meta.total).toBe(before)
  })

  test('of a PDF with a script is rejected with a reason', async () => {
    const upload = pdfOf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })
    const { status, problem } = await portal.call(
      uploadFile,
      { query: { name: 'guide.pdf' }, upload },
      { as: editor },
    )
    expect([status, problem.errors?.file?.[0]]).toEqual([
      400,
      expect.stringMatching(/^The PDF runs a script/),
    ])
  })

  test('that takes long to examine does not delay other requests', async () => {
    // The parser needs seconds for this file, because its time is quadratic. examine-file.test.ts tests the time limit.
    const slow = `%PDF-1.7\n${'garbage\n'.repeat(60_000)}startxref\n9\n%%EOF\n`
    const upload = new Uint8Array(Buffer.from(slow))
    let isAnswered = false
    const uploading = portal
      .call(uploadFile, { query: { name: 'guide.pdf' }, upload }, { as: editor })
      .finally(() => {
        isAnswered = true
      })
    // Twenty other requests are answered, one after another, before this upload.
    for (let others = 0; others < 20; others += 1) {
      expect((await get('/healthz')).statusCode).toBe(200)
      expect(isAnswered).toBe(false)
    }
    const { status, problem } = await uploading
    expect([status, problem.errors?.file]).toEqual([400, [expect.stringMatching(/PDF|takes too long/)]])
  })

  test('of an empty file is rejected', async () => {
    const { status, problem } = await portal.call(
      uploadFile,
      { query: { name: 'oak.png' }, upload: new Uint8Array() },
      { as: editor },
    )
    expect(status).toBe(400)
    expect(problem.detail).toBe('The file is empty.')
  })

  test('of more than 20 MB or with another content type is rejected', async () => {
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

  test('without permission is rejected before it is read', async () => {
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

  test('is accepted by no other endpoint', async () => {
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
    expect(response.json().detail).toBe('Please reload the page and try again.')
  })
})
