import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import type { Block } from '../../contract/rich-text.ts'
import { nodesOf, readPdf } from '../../testing/read-pdf.ts'
import { spansWith } from './spans.ts'
import { writePdf } from './write-pdf.ts'

const paragraph = (words: string): Block => ({ kind: 'paragraph', children: [{ kind: 'text', text: words }] })

async function read(words: string, title = 'A guide') {
  const pdf = await writePdf({
    title,
    text: [
      { kind: 'heading', level: 2, id: 'part', children: [{ kind: 'text', text: words }] },
      paragraph(words),
    ],
    client: nptuk,
    origin: 'https://nptuk.example.org',
    versionOf: null,
    createdAt: new Date('2026-11-20T09:30:00Z'),
    pictures: new Map(),
  })
  const { structure, fonts } = await readPdf(pdf)
  const [heading] = nodesOf(structure, 'H2').map(node => node.text)
  expect(nodesOf(structure, 'P').map(node => node.text)).toContain(heading)
  return { heading, fonts, title: nodesOf(structure, 'H1')[0]?.text }
}

test('a PDF contains names with Latin letters that only the extended font has', async () => {
  const words = 'Tŷ Gwyn, Łódź, Řeřicha and Işık, in one line'
  const { heading, title, fonts } = await read(words, words)
  expect([heading, title]).toEqual([words, words])
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
})

test.each([
  ['Vietnamese', 'Nguyễn Thị Ngọc Ánh'],
  ['Greek', 'Ζωή Παπαδοπούλου'],
  ['Cyrillic', 'Надежда Ґалаґан'],
  ['Polish', 'Zażółć gęślą jaźń'],
])('a PDF contains names in %s letters', async (_script, words) => {
  const { heading, fonts } = await read(words)
  expect(heading).toBe(words)
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
})

test.each([
  ['王小明基金', 'WangXiaoMingJiJin'],
  ['محمد علي', 'mhmd `ly'],
  ['हिन्दी', 'hindi'],
  ['The 😀 Fund', 'The :grinning: Fund'],
  // Accents that no font has are left out; a letter without a spelling is not.
  ['ἀρχή', 'αρχή'],
  ['x\u030c', 'x'],
  ['A \ue000\ue001\ue002 fund', 'A ? fund'],
])('a name in letters that no font has is transliterated: %s', async (words, drawn) => {
  expect((await read(words)).heading).toBe(drawn)
})

test('a sign that no font has is replaced by an equivalent', async () => {
  const { heading } = await read('555\u20110100 \u2192 at\u2009least \u2265 10\u200b')
  expect(heading?.replaceAll('\u00a0', ' ')).toBe('555-0100 -> at least >= 10')
})

test('a font is embedded only if it is needed', async () => {
  const count = async (words: string) => (await read(words)).fonts.length
  const basic = await count('Lodz')
  expect([await count('Łódź'), await count('Ζωή'), await count('王小明')]).toEqual([
    basic + 2,
    basic + 2,
    basic,
  ])
})

test('text of any script is drawn, and never as a row of question marks', () => {
  const pdf = new PDFDocument()
  const face = { family: 'Public Sans Variable', weight: 400 }
  const all = { text: face, strong: face, emphasis: face, 'strong-emphasis': face, heading: face }
  const spans = spansWith(pdf, all)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
      const drawn = spans(text, 'text')
        .map(each => each.text)
        .join('')
      if (!text.includes('?')) expect(drawn).not.toContain('??')
      if (/\p{L}/u.test(text.normalize('NFC'))) expect(drawn).not.toBe('')
    }),
    { numRuns: 100 },
  )
})
