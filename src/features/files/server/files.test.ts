import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { gifOf, jpeg4x3, makeFile, pdfOf } from '../../../testing/factories/make-file.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { describeFile, listFiles, removeFile } from '../files.contract.ts'

let portal: TestApp
let editor: TestSession

const editorOf = async (realm: string, client = realm) => {
  const { user } = await makeStaff(portal, { realm, roles: [{ role: 'content_editor', actions: null }] })
  return { session: await portal.sessionFor(user, { client }), user }
}

beforeAll(async () => {
  portal = await startTestApp()
  const made = await editorOf('npt')
  editor = made.session
})
afterAll(() => portal.close())

const get = (url: string, client = 'npt', headers = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { host: hostOf(client), ...headers } })

describe('a file of a client', () => {
  test('is not found at another client, under another name or under an unknown ID', async () => {
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

  test('is listed, described and removed only at its own client of a realm', async () => {
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

  test('is not visible on the connection of another realm', async () => {
    const rows = await portal.databases.realm('rathbones').selectFrom('content_file').selectAll().execute()
    expect(rows).toEqual([])
    expect(
      (await portal.databases.realm('npt').selectFrom('content_file').selectAll().execute()).length,
    ).toBeGreaterThan(0)
  })
})

test('returns 304 to a browser that has the file', async () => {
  const file = await makeFile(portal, editor)
  const { headers } = await get(file.href)
  const again = await get(file.href, 'npt', { 'if-none-match': `"other", W/${headers.etag}` })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload.length).toBe(0)
  expect((await get(file.href, 'npt', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('changes the alternative text of a picture, but never its type', async () => {
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

test('removes a file from the list and its URL, and removes it twice without an error', async () => {
  const file = await makeFile(portal, editor)
  const params = { fileId: file.fileId }
  expect((await portal.call(removeFile, { params }, { as: editor })).status).toBe(200)
  expect((await get(file.href)).statusCode).toBe(404)
  const { reply } = await portal.call(listFiles, { query: { first: 200 } }, { as: editor })
  expect(reply.data.map(({ fileId }) => fileId)).not.toContain(file.fileId)
  expect((await portal.call(removeFile, { params }, { as: editor })).status).toBe(200)
})

test('lists files newest first, with search, kinds and pages', async () => {
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
