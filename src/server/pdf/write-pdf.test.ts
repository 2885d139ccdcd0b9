import { expect, test } from 'vitest'
import type { Block, Inline, RichText } from '../../contract/rich-text.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { glenmede } from '../../tenants/clients/glenmede.ts'
import { npt } from '../../tenants/clients/npt.ts'
import { nptuk } from '../../tenants/clients/nptuk.ts'
import { clients } from '../../tenants/index.ts'
import { gifOf, jpeg4x3, pngOf, webp4x3 } from '../../testing/factories/make-file.ts'
import { partsOf, readPdf } from '../../testing/pdf/read-pdf.ts'
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
    pictures: new Map(),
    ...about,
  })
const read = async (body: RichText, about: Partial<PdfDocument> = {}) => readPdf(await write(body, about))

test('§2.6 a PDF says that it is tagged, in which language, and what it is called', async () => {
  const { catalog, info, metadata } = await read([paragraph('Words.')])
  expect(catalog).toMatchObject({
    Lang: 'en-GB',
    ViewerPreferences: expect.anything(),
    MarkInfo: expect.anything(),
  })
  expect(info).toMatchObject({ Title: 'A guide – in full – NPT UK Giving', Author: 'NPT UK Giving' })
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const american = await read([paragraph('Words.')], { client: glenmede })
  expect(american.catalog.Lang).toBe('en-US')
})

test('open-points 9 whoever listens hears headings, lists, tables and quotes as whoever sees them does', async () => {
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
  expect(partsOf(structure, 'H1', 'H2', 'H3').map(({ type, words }) => `${type} ${words}`)).toEqual([
    'H1 A guide – in full',
    'H2 First part',
    'H3 Below it',
  ])
  expect(partsOf(structure, 'P').map(({ words }) => words)).toEqual(
    expect.arrayContaining(['NPT UK Giving', 'Version of 20 November 2026', 'One strong word.', 'Quoted.']),
  )
  const [list] = partsOf(structure, 'L')
  expect(list?.parts.map(({ type }) => type)).toEqual(['LI', 'LI'])
  expect(list?.parts[0]?.parts.map(({ type, words }) => `${type} ${words}`)).toEqual([
    'Lbl 3.',
    'LBody third',
  ])
  expect(partsOf(structure, 'L')[1]?.words).toBe('•inner')
  expect(partsOf(structure, 'BlockQuote').map(({ words }) => words)).toEqual(['Quoted.'])
  const [table] = partsOf(structure, 'Table')
  expect(table?.parts.map(({ parts }) => parts.map(({ type, words }) => `${type} ${words}`))).toEqual([
    ['TH Day', 'TH Amount'],
    ['TD 1 March', 'TD £1,200.00'],
    ['TD 2 March', 'TD (£3.00)'],
  ])
  expect(partsOf(structure, 'TH').map(({ attributes }) => attributes.A)).toEqual(
    Array(2).fill({ O: '/Table', Scope: '/Column' }),
  )
})

test('open-points 9 links are told with their words and lead where they say; those of the portal to this client', async () => {
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
    { to: 'https://nptuk.example.org/faq', words: 'our answers', isInStructure: true },
    { to: 'https://www.example.org/a', words: 'a site', isInStructure: true },
    { to: '#part', words: 'above', isInStructure: true },
    { to: 'mailto:giving@nptuk.example', words: 'write', isInStructure: true },
  ])
  expect(partsOf(structure, 'Link').map(({ words, attributes }) => [words, attributes.Alt])).toEqual(
    links.map(({ words }) => [words, words]),
  )
})

test('open-points 9 a word stays apart from the next where its line ends, and one that fits no line is cut, not lost', async () => {
  const words = 'We go through it with you, line by line, whenever you like. '.repeat(12).trim()
  const long = `https://example.org/${'x'.repeat(300)}`
  const { structure } = await read([paragraph(words), paragraph(long)])
  const said = partsOf(structure, 'P').map(part => part.words)
  expect(said).toContain(words)
  expect(said).toContain(long)
})

test('open-points 9 all faces are in the file, in the house’s own heading face', async () => {
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
  expect(fonts.map(({ name }) => name).join()).toMatch(/Brygada1918540/)
  const other = await read(body, { client: npt })
  expect(other.fonts.map(({ name }) => name).join()).toMatch(/Lora460/)
})

test('open-points 9 page numbers, repeated heads and running titles are for the eye alone', async () => {
  const rows = Array.from({ length: 90 }, (_, number) => row(`Line ${number}`, `£${number}.00`))
  const { pages, structure, unheard } = await read([{ kind: 'table', head: row('Line', 'Sum'), rows }])
  expect(pages).toBeGreaterThan(2)
  expect(unheard).toContain(`Page 2 of ${pages}`)
  expect(unheard).toContain('A guide – in full')
  expect(unheard.match(/^Sum$/gm)?.length).toBe(pages - 1)
  expect(structure.words).not.toContain('Page 2')
  expect(partsOf(structure, 'TH').length).toBe(2)
  expect(partsOf(structure, 'TR').length).toBe(91)
  expect(partsOf(structure, 'TD').map(({ words }) => words)).toContain('£89.00')
})

test('open-points 9 pictures of every format are drawn with their words, and a damaged one is told by them', async () => {
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
  expect(partsOf(structure, 'Figure').map(({ attributes }) => attributes.Alt)).toEqual([
    'An oak',
    'A field',
    'A WebP',
    'A GIF',
  ])
  expect(partsOf(structure, 'P').map(({ words }) => words)).toEqual(
    expect.arrayContaining(['A damaged one', 'One that is gone']),
  )
})

test('open-points 9 a table that no page could hold is told cell by cell', async () => {
  const { structure } = await read([
    {
      kind: 'table',
      head: row('Name', 'Story'),
      rows: [row('Oak', 'It grew and grew. '.repeat(900).trim())],
    },
  ])
  expect(partsOf(structure, 'Table')).toEqual([])
  expect(partsOf(structure, 'P').map(({ words }) => words)).toContain('Name: Oak')
})

test('open-points 10 the same text gives the same bytes, another day others', async () => {
  const body = [heading(2, 'Part'), paragraph('Words.')]
  const first = await write(body)
  expect((await write(body)).equals(first)).toBe(true)
  expect((await write(body, { versionOf: '2026-11-21' as IsoDate })).equals(first)).toBe(false)
})

test('open-points 10 a text of more pages than a guide may have is refused', async () => {
  const body = Array.from({ length: 1200 }, (_, number) => heading(2, `Part ${number}`))
  await expect(write(body)).rejects.toThrow('would have more than 80 pages')
})

test.each(Object.values(clients).map(client => [client.name, client] as const))(
  '§1 the paper of %s bears its name, its words and its colours',
  async (_name, client) => {
    const pdf = await write([heading(2, 'Part'), paragraph('Words.')], { client })
    const { structure, fonts, pages } = readPdf(pdf)
    expect(pages).toBe(1)
    const said = partsOf(structure, 'P').map(({ words }) => words)
    expect(said.slice(0, 2)).toEqual([client.displayName, client.tagline])
    expect(said.at(-1)).toBe(client.footer.disclaimer)
    expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
  },
)
