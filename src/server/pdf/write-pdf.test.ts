import { expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { glenmede } from '../../clients/configuration/glenmede.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import type { Block, Inline, RichText } from '../../contract/rich-text.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { gifOf, jpeg4x3, pngOf, webp4x3 } from '../../testing/factories/make-file.ts'
import { pdfFaults } from '../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../testing/read-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import { writePdf } from './write-pdf.ts'

const text = (words: string): Inline => ({ kind: 'text', text: words })
const paragraph = (...children: (Inline | string)[]): Block => ({
  kind: 'paragraph',
  children: children.map(child => (typeof child === 'string' ? text(child) : child)),
})
const heading = (level: 2 | 3 | 4, words: string): Block => ({
  kind: 'heading',
  level,
  id: words.toLowerCase().replaceAll(' ', '-'),
  children: [text(words)],
})
const row = (...cells: string[]): Inline[][] => cells.map(cell => [text(cell)])

const write = (body: RichText, about: Partial<PdfDocument> = {}) =>
  writePdf({
    title: 'A guide – in full',
    text: body,
    client: nptuk,
    origin: 'https://nptuk.example.org',
    versionOf: '2026-11-20' as IsoDate,
    createdAt: new Date('2026-11-20T09:30:00Z'),
    pictures: new Map(),
    ...about,
  })
const read = async (body: RichText, about: Partial<PdfDocument> = {}) => readPdf(await write(body, about))

test('a PDF is marked as tagged and has its language, title and author (§2.6)', async () => {
  const { language, viewerPreferences, markInfo, info, metadata } = await read([paragraph('Words.')])
  expect(language).toBe('en-GB')
  expect(viewerPreferences).toMatchObject({ DisplayDocTitle: true })
  expect(markInfo).toMatchObject({ Marked: true })
  expect(info).toMatchObject({ Title: 'A guide – in full – NPT UK Giving', Author: 'NPT UK Giving' })
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const american = await read([paragraph('Words.')], { client: glenmede })
  expect(american.language).toBe('en-US')
})

test('headings, lists, tables and quotes are structure elements with their text', async () => {
  const { structure } = await read([
    heading(2, 'First part'),
    paragraph('One ', { kind: 'strong', children: [text('strong')] }, ' word.'),
    {
      kind: 'list',
      start: 3,
      items: [
        [paragraph('third')],
        [paragraph('fourth'), { kind: 'list', start: null, items: [[paragraph('inner')]] }],
      ],
    },
    heading(3, 'Below it'),
    { kind: 'quote', children: [paragraph('Quoted.')] },
    {
      kind: 'table',
      head: row('Day', 'Amount'),
      rows: [row('1 March', '£1,200.00'), row('2 March', '(£3.00)')],
    },
  ])
  expect(structure.type).toBe('Document')
  expect(nodesOf(structure, 'H1', 'H2', 'H3').map(({ type, text }) => `${type} ${text}`)).toEqual([
    'H1 A guide – in full',
    'H2 First part',
    'H3 Below it',
  ])
  expect(nodesOf(structure, 'P').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['NPT UK Giving', 'Version of 20 November 2026', 'One strong word.', 'Quoted.']),
  )
  const [list] = nodesOf(structure, 'L')
  expect(list?.children.map(({ type }) => type)).toEqual(['LI', 'LI'])
  expect(list?.children[0]?.children.map(({ type, text }) => `${type} ${text}`)).toEqual([
    'Lbl 3.',
    'LBody third',
  ])
  expect(nodesOf(structure, 'L')[1]?.text).toBe('•inner')
  expect(nodesOf(structure, 'BlockQuote').map(({ text }) => text)).toEqual(['Quoted.'])
  const [table] = nodesOf(structure, 'Table')
  expect(table?.children.map(({ children }) => children.map(({ type, text }) => `${type} ${text}`))).toEqual([
    ['TH Day', 'TH Amount'],
    ['TD 1 March', 'TD £1,200.00'],
    ['TD 2 March', 'TD (£3.00)'],
  ])
  expect(nodesOf(structure, 'TH').map(({ scope }) => scope)).toEqual(['Column', 'Column'])
})

test('links have their text and target, and links into the portal lead to the client’s address', async () => {
  const link = (href: string, words: string): Inline => ({ kind: 'link', href, children: [text(words)] })
  const { structure, links } = await read([
    heading(2, 'Part'),
    paragraph(
      link('/faq', 'our answers'),
      ', ',
      link('https://www.example.org/a', 'a site'),
      ', ',
      link('#part', 'above'),
    ),
    paragraph(link('mailto:giving@nptuk.example', 'write')),
  ])
  expect(links).toEqual([
    { to: 'https://nptuk.example.org/faq', text: 'our answers', isInStructure: true },
    { to: 'https://www.example.org/a', text: 'a site', isInStructure: true },
    { to: '#part', text: 'above', isInStructure: true },
    { to: 'mailto:giving@nptuk.example', text: 'write', isInStructure: true },
  ])
  expect(nodesOf(structure, 'Link').map(({ text, alt }) => [text, alt])).toEqual(
    links.map(({ text }) => [text, text]),
  )
})

test('words stay separated at line breaks, and a word wider than a line is split without loss', async () => {
  const words = 'We go through it with you, line by line, whenever you like. '.repeat(12).trim()
  const long = `https://example.org/${'x'.repeat(300)}`
  const { structure } = await read([paragraph(words), paragraph(long)])
  const texts = nodesOf(structure, 'P').map(part => part.text)
  expect(texts).toContain(words)
  expect(texts).toContain(long)
})

test('all fonts are embedded, including the heading face of the client', async () => {
  const body = [
    heading(2, 'Heading'),
    paragraph(
      'Plain, ',
      { kind: 'emphasis', children: [text('leaning')] },
      { kind: 'strong', children: [text(' strong')] },
    ),
  ]
  const { fonts } = await read(body)
  expect(fonts.length).toBe(4)
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  expect(fonts.map(({ name }) => name).join()).toMatch(/Brygada1918-Medium/)
  const other = await read(body, { client: npt })
  expect(other.fonts.map(({ name }) => name).join()).toMatch(/Lora-Medium/)
})

test('page numbers, repeated table heads and running titles are artifacts', async () => {
  const rows = Array.from({ length: 90 }, (_, number) => row(`Line ${number}`, `£${number}.00`))
  const { pages, structure, artifacts } = await read([{ kind: 'table', head: row('Line', 'Sum'), rows }])
  expect(pages).toBeGreaterThan(2)
  expect(artifacts).toContain(`Page 2 of ${pages}`)
  expect(artifacts).toContain('A guide – in full')
  expect(artifacts.match(/^Sum$/gm)?.length).toBe(pages - 1)
  expect(structure.text).not.toContain('Page 2')
  expect(nodesOf(structure, 'TH').length).toBe(2)
  expect(nodesOf(structure, 'TR').length).toBe(91)
  expect(nodesOf(structure, 'TD').map(({ text }) => text)).toContain('£89.00')
})

test('pictures of every format have their alternative text, and a damaged one is replaced by it', async () => {
  const picture = (href: string, alt: string): Block => ({
    kind: 'image',
    href,
    alt,
    widthPx: 40,
    heightPx: 30,
  })
  const damaged = Buffer.from(pngOf(40, 30))
  damaged.fill(7, 45, 60)
  const pictures = new Map([
    ['/a', Buffer.from(pngOf(40, 30))],
    ['/b', Buffer.from(jpeg4x3)],
    ['/c', Buffer.from(webp4x3)],
    ['/d', damaged],
    ['/e', Buffer.from(gifOf(40, 30))],
  ])
  const { structure } = await read(
    [
      picture('/a', 'An oak'),
      picture('/b', 'A field'),
      picture('/a', ''),
      picture('/c', 'A WebP'),
      picture('/e', 'A GIF'),
      picture('/d', 'A damaged one'),
      picture('/gone', 'One that is gone'),
    ],
    { pictures },
  )
  expect(nodesOf(structure, 'Figure').map(({ alt }) => alt)).toEqual(['An oak', 'A field', 'A WebP', 'A GIF'])
  expect(nodesOf(structure, 'P').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['A damaged one', 'One that is gone']),
  )
})

test('a table with a row higher than a page is written as text', async () => {
  const { structure } = await read([
    {
      kind: 'table',
      head: row('Name', 'Story'),
      rows: [row('Oak', 'It grew and grew. '.repeat(900).trim())],
    },
  ])
  expect(nodesOf(structure, 'Table')).toEqual([])
  expect(nodesOf(structure, 'P').map(({ text }) => text)).toContain('Name: Oak')
})

test('amounts and words are whole in a wide table, by landscape and smaller text; only what no column can hold is broken', async () => {
  const amounts = ['7,845,780.79', '154,904.77', '(397,550.00)', '12,500.00', '(1,234.56)', '204,596,537.39']
  const head = row(
    'Account',
    'Account ID',
    'Donor',
    'Household',
    'Beginning',
    'Contributions',
    'Grants',
    'Gains',
    'Fees',
    'Ending',
  )
  const name = 'The Merriweather-Featherstonehaugh Foundation'
  const table = (account: string): Block => ({
    kind: 'table',
    head,
    rows: [row(account, '10001234', 'Bartholomew Whitcombe', 'Merriweather', ...amounts)],
  })
  const wide = await write([table(name)], { isLandscape: true })
  expect(await pdfFaults(wide, { locale: 'en-GB' })).toEqual([])
  expect(nodesOf((await readPdf(wide)).structure, 'TD').map(({ text }) => text)).toEqual([
    name,
    '10001234',
    'Bartholomew Whitcombe',
    'Merriweather',
    ...amounts,
  ])
  const upright = await write([
    { kind: 'table', head: [...head.slice(0, 1), ...head.slice(4)], rows: [row(name, ...amounts)] },
  ])
  expect(await pdfFaults(upright, { locale: 'en-GB' })).toEqual([])
  const word = 'x'.repeat(400)
  expect(await pdfFaults(await write([table(word)], { isLandscape: true }), { locale: 'en-GB' })).toEqual(
    expect.arrayContaining([expect.stringContaining('is broken inside')]),
  )
})

test('equal texts give equal bytes, and another version date gives other bytes', async () => {
  const body = [heading(2, 'Part'), paragraph('Words.')]
  const first = await write(body)
  expect((await write(body)).equals(first)).toBe(true)
  expect((await write(body, { versionOf: '2026-11-21' as IsoDate })).equals(first)).toBe(false)
})

test('letters each begin on a page of their own under the letterhead, without title, page numbers and disclaimer (§13)', async () => {
  const letters = [[paragraph('Dear shelter'), paragraph('Yours')], [paragraph('Dear library')]]
  const { pages, structure, artifacts } = await read([], { letters })
  expect(pages).toBe(2)
  const parts = nodesOf(structure, 'Sect')
  expect(parts.map(part => nodesOf(part, 'P').map(({ text: words }) => words))).toEqual([
    [nptuk.displayName, nptuk.tagline, 'Dear shelter', 'Yours'],
    [nptuk.displayName, nptuk.tagline, 'Dear library'],
  ])
  expect(nodesOf(structure, 'H1')).toEqual([])
  expect(artifacts).not.toContain('Page 1')
  expect(artifacts).not.toContain('A guide')
})

test('rejects a text of more than 80 pages', async () => {
  const body = Array.from({ length: 1200 }, (_, number) => heading(2, `Part ${number}`))
  await expect(write(body)).rejects.toThrow('would have more than 80 pages')
})

test.each(Object.values(clients).map(client => [client.name, client] as const))(
  'the PDF of %s has its name, tagline and disclaimer (§1)',
  async (_name, client) => {
    const pdf = await write([heading(2, 'Part'), paragraph('Words.')], { client })
    const { structure, fonts, pages } = await readPdf(pdf)
    expect(pages).toBe(1)
    const texts = nodesOf(structure, 'P').map(({ text }) => text)
    expect(texts.slice(0, 2)).toEqual([client.displayName, client.tagline])
    expect(texts.at(-1)).toBe(client.footer.disclaimer)
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
  },
)
