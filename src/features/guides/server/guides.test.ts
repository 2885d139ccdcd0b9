import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { getContent } from '../../../contract/published-content.contract.ts'
import { unbrokenPhone } from '../../../domain/tel-address.ts'
import { programDate } from '../../../server/program-version.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { block, editing, makeEditor } from '../../../testing/content-editors.ts'
import { makeFile, pngOf } from '../../../testing/factories/make-file.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../../testing/read-pdf.ts'
import { type GuideName, guideAddress, guideNames } from '../domain/guides.ts'

let portal: TestApp
const clock = testClock('2026-11-20T15:00:00Z')

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

const get = (url: string, client: string, headers = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { host: hostOf(client), ...headers } })
const read = async (url: string, client: string) => readPdf((await get(url, client)).rawPayload)
const statementGuide = guideAddress('statement-guide')

describe.each(Object.values(clients).map(client => [client.name, client] as const))(
  'guides of %s (§2.6)',
  (name, client) => {
    const availableGuides = guideNames.filter(
      // The forms are drawn for one client of each English.
      guide => !guide.endsWith('-form') || name === 'npt' || name === 'rathbones',
    )

    test.each(availableGuides)(
      '%s is a tagged PDF in its language, with nothing left to fill in',
      async guide => {
        const response = await get(guideAddress(guide), name)
        expect(response.statusCode).toBe(200)
        expect(response.headers).toMatchObject({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${guide}.pdf"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
        })
        expect(await pdfFaults(response.rawPayload, client)).toEqual([])
        const { structure, links } = await readPdf(response.rawPayload)
        expect(nodesOf(structure, 'H2').length).toBeGreaterThan(2)
        expect(structure.text).toContain(client.displayName)
        expect(structure.text).not.toMatch(/[{}�]/)
        for (const { to } of links) expect(to).toMatch(/^(https?:|mailto:|tel:|#)/)
      },
    )
  },
)

test('titles the statement guide as specified (§2.6)', async () => {
  const { structure, info } = await read(statementGuide, 'npt')
  const title = 'A Guide to Reading Your Donor-Advised Fund Statement'
  expect(nodesOf(structure, 'H1')[0]?.text).toBe(title)
  expect(info.Title).toBe(`${title} – NPT Giving`)
})

test('serves every guide that a client links to, and every document of /resources (§2.3, §17)', async () => {
  for (const { name, opening, givingGuide, legacyPlanShown } of Object.values(clients)) {
    for (const link of [opening, givingGuide])
      if ('href' in link) expect((await get(link.href, name)).statusCode, link.href).toBe(200)
    const { reply } = await portal.call(getContent, { params: { place: 'resources' } }, { client: name })
    const documents = reply.resources.map(({ href }) => href).filter(href => href.endsWith('.pdf'))
    if (name === 'npt' || name === 'cazenove')
      for (const href of documents) expect((await get(href, name)).statusCode, `${name} ${href}`).toBe(200)
    expect(documents.includes(guideAddress('contribution-form')), name).toBe(true)
    // Where no legacy plan is shown, there is no form for one.
    expect(documents.includes(guideAddress('legacy-plan-form')), name).toBe(legacyPlanShown)
  }
  expect((await get('/guides/other.pdf', 'npt')).statusCode).toBe(404)
})

test('returns 304 to a matching ETag, and renders the same text to the same bytes (§2.6)', async () => {
  const first = await get(statementGuide, 'npt')
  const again = await get(statementGuide, 'npt', { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload.length).toBe(0)
  const other = await get(statementGuide, 'npt')
  expect(other.rawPayload.equals(first.rawPayload)).toBe(true)
  expect((await get(statementGuide, 'glenmede')).headers.etag).not.toBe(first.headers.etag)
})

test('includes published changes, with date and images, in the next PDF of that client only (§17)', async () => {
  const editor = await makeEditor(portal, { client: 'rathbones' })
  const etagBefore = (await get(statementGuide, 'rathbones')).headers.etag
  const otherClientEtag = (await get(statementGuide, 'npt')).headers.etag
  const image = await makeFile(portal, editor.session, {
    alt: 'A statement with its lines',
    bytes: pngOf(40, 30),
  })
  await editing(portal).publish(
    editor,
    { kind: 'block', name: 'statement-guide' },
    block(`Call {phone}.\n\n![](${image.href})\n\n[Ask us](/contact).`, 'Our own guide'),
  )
  const response = await get(statementGuide, 'rathbones', { 'if-none-match': String(etagBefore) })
  expect(response.statusCode).toBe(200)
  const { structure, links } = await readPdf(response.rawPayload)
  expect(nodesOf(structure, 'H1')[0]?.text).toBe('Our own guide')
  expect(structure.text).toContain('Version of 20 November 2026')
  expect(structure.text).toContain(`Call ${unbrokenPhone(clients.rathbones?.support.phone ?? '')}.`)
  expect(nodesOf(structure, 'Figure').map(({ alt }) => alt)).toEqual(['A statement with its lines'])
  expect(links.map(({ to }) => to)).toContain(`http://${hostOf('rathbones')}/contact`)
  expect((await get(statementGuide, 'npt')).headers.etag).toBe(otherClientEtag)
})

test('dates a PDF by the publication of its text, and the program’s own text by the program', async () => {
  const dateOfGuide = async (name: GuideName, client: string) =>
    String((await read(guideAddress(name), client)).info.CreationDate)
  const common = await dateOfGuide('giving-guide', 'rathbones')
  expect(common).toBe(`D:${programDate.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`)
  clock.advance(3_600_000)
  const at = clock.now()
  const editor = await makeEditor(portal, { client: 'rathbones' })
  await editing(portal).publish(
    editor,
    { kind: 'block', name: 'giving-guide' },
    block('Text.', 'Our own guide'),
  )
  const published = await dateOfGuide('giving-guide', 'rathbones')
  expect(published).toBe(`D:${at.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`)
})

test('returns 404 for a guide that the client hides (§17)', async () => {
  const editor = await makeEditor(portal, { client: 'glenmede' })
  const params = { kind: 'block' as const, name: 'giving-guide' }
  expect((await get(guideAddress('giving-guide'), 'glenmede')).statusCode).toBe(200)
  await editing(portal).save(editor, params, block('Text.', 'Guide'))
  expect((await editing(portal).submit(editor, params, { change: 'hide' })).status).toBe(200)
  clock.advance(1000)
  expect((await get(guideAddress('giving-guide'), 'glenmede')).statusCode).toBe(404)
})
