import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { block, type Editor, editing, makeEditor } from '../../../../testing/content-editors.ts'
import { makeFile, pdfOf, pngOf } from '../../../../testing/factories/make-file.ts'
import { type ContentPlace, contentPlaces } from '../../domain/content-kinds.ts'

let portal: TestApp
let at: ReturnType<typeof editing>
let lucia: Editor
beforeAll(async () => {
  portal = await startTestApp()
  at = editing(portal)
  lucia = await makeEditor(portal, { client: 'rathbones' })
})
afterAll(() => portal.close())

const intro = { kind: 'block', name: 'faq-intro' } as const
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const asVisitor = (url: string, client = 'rathbones') =>
  portal.app.inject({ url, headers: { host: hostOf(client) } })
// The keys of a record are what Object.keys gives; the compiler only says string[].
const places = Object.keys(contentPlaces) as ContentPlace[]
/** All of it that a visitor is ever sent. */
const everythingShown = async () => JSON.stringify(await Promise.all(places.map(place => at.read(place))))

test('open-points 7 a picture put into Markdown is told to visitors once it is published, with its size, and served to them', async () => {
  const bytes = pngOf(64, 48)
  const picture = await makeFile(portal, lucia.session, { name: 'Oak.png', alt: 'An oak', bytes })
  const pdf = await makeFile(portal, lucia.session, { name: 'Guide.pdf', bytes: pdfOf() })
  const words = block(`Before\n\n![An oak by a pond](${picture.href})\n\n[The guide](${pdf.href})`)

  await at.save(lucia, intro, words)
  for (const file of [picture, pdf]) expect(await everythingShown()).not.toContain(file.fileId)
  await at.publish(lucia, intro, words, tomorrow())
  for (const file of [picture, pdf]) expect(await everythingShown()).not.toContain(file.fileId)

  await at.publish(lucia, intro, words)
  expect((await at.read('faq')).blocks[0]?.body).toEqual([
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

test('open-points 7 a file that no text leads to is served to whoever was given its address, and listed to editors alone', async () => {
  const file = await makeFile(portal, lucia.session, { name: 'draft.png' })
  // Chosen by chance, not one after the other: nobody comes upon it.
  expect(file.fileId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await asVisitor(file.href)).statusCode).toBe(200)
  expect((await asVisitor('/api/files')).statusCode).toBe(401)
})
