import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlaces } from '../../../contract/content-kinds.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { block, type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { makeFile, pdfOf, pngOf } from '../../../testing/factories/make-file.ts'

let portal: TestApp
let calls: ReturnType<typeof editing>
let lucia: Editor
beforeAll(async () => {
  portal = await startTestApp()
  calls = editing(portal)
  lucia = await makeEditor(portal, { client: 'rathbones' })
})
afterAll(() => portal.close())

const intro = { kind: 'block', name: 'faq-intro' } as const
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const asVisitor = (url: string, client = 'rathbones') =>
  portal.app.inject({ url, headers: { host: hostOf(client) } })
const places = keysOf(contentPlaces)
/** Everything that visitors are sent. */
const everythingShown = async () => JSON.stringify(await Promise.all(places.map(place => calls.read(place))))

test('a picture in Markdown is shown to visitors with its size once it is published', async () => {
  const bytes = pngOf(64, 48)
  const picture = await makeFile(portal, lucia.session, { name: 'Oak.png', alt: 'An oak', bytes })
  const pdf = await makeFile(portal, lucia.session, { name: 'Guide.pdf', bytes: pdfOf() })
  const words = block(`Before\n\n![An oak by a pond](${picture.href})\n\n[The guide](${pdf.href})`)

  await calls.save(lucia, intro, words)
  for (const file of [picture, pdf]) expect(await everythingShown()).not.toContain(file.fileId)
  await calls.publish(lucia, intro, words, tomorrow())
  for (const file of [picture, pdf]) expect(await everythingShown()).not.toContain(file.fileId)

  await calls.publish(lucia, intro, words)
  expect((await calls.read('faq')).blocks[0]?.body).toEqual([
    { kind: 'paragraph', children: [{ kind: 'text', text: 'Before' }] },
    { kind: 'image', href: picture.href, alt: 'An oak by a pond', widthPx: 64, heightPx: 48 },
    {
      kind: 'paragraph',
      children: [{ kind: 'link', href: pdf.href, children: [{ kind: 'text', text: 'The guide' }] }],
    },
  ])
  const served = await asVisitor(picture.href)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
  // Encoded again, so other bytes than were sent; the picture is the same.
  expect(await sharp(served.rawPayload).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer())
  expect((await asVisitor(pdf.href)).statusCode).toBe(200)
  expect((await asVisitor(picture.href, 'npt')).statusCode).toBe(404)
})

test('an unused file is served by its address but listed to editors only', async () => {
  const file = await makeFile(portal, lucia.session, { name: 'draft.png' })
  // A random UUID (version 4), so that the address cannot be guessed.
  expect(file.fileId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await asVisitor(file.href)).statusCode).toBe(200)
  expect((await asVisitor('/api/files')).statusCode).toBe(401)
})
