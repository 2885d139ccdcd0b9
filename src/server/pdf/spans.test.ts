import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import type { Block } from '../../contract/rich-text.ts'
import { isPrintedLetter } from '../../domain/printed-letters.ts'
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
  ['Chinese', '王小明基金 and 國際慈善「會」'],
  ['Japanese', 'さくら・サクラ 鈴木一郎'],
  ['Korean', '김민준 재단'],
])('a PDF contains names in %s letters', async (_script, words) => {
  const { heading, fonts } = await read(words)
  expect(heading).toBe(words)
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
})

test.each([
  ['محمد علي', 'mhmd `ly'],
  ['हिन्दी', 'hindi'],
  ['The 😀 Fund', 'The :grinning: Fund'],
  // Accents that no font has are left out; a letter without a spelling is not.
  ['ἀρχή', 'αρχή'],
  ['x\u030c', 'x'],
  ['A \ue000\ue001 fund', 'A [U+E000][U+E001] fund'],
  // Tangut, which the library of spellings does not know, and the sign for what could not be read.
  ['A \u{17000}\u{17026} \ufffd', 'A do[U+17026] [U+FFFD]'],
  ['\u{20bb7}野家', 'Kichi野家'],
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
    basic + 1,
  ])
})

test('text of any script is drawn, and never as a question mark', () => {
  const pdf = new PDFDocument()
  const face = { family: 'Public Sans Variable', weight: 400 }
  const all = { text: face, strong: face, emphasis: face, 'strong-emphasis': face, heading: face }
  const spans = spansWith(pdf, all)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
      const drawn = spans(text, 'text')
        .map(each => each.text)
        .join('')
      // Some scripts have a question mark of their own.
      const asks = /[?？]/.test(text.normalize('NFKD')) || /\p{P}/u.test(text)
      if (!asks) expect(drawn).not.toContain('?')
      if (/\p{L}/u.test(text.normalize('NFC'))) expect(drawn).not.toBe('')
    }),
    { numRuns: 100 },
  )
})

test('every letter that people are told to be printed is in the fonts of every face', () => {
  const pdf = new PDFDocument()
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code)).filter(
    letter => /\p{L}/u.test(letter) && isPrintedLetter(letter) && letter.normalize('NFC') === letter,
  )
  for (const family of ['Public Sans Variable', 'Lora Variable', 'Brygada 1918 Variable']) {
    const face = { family, weight: 600 }
    const all = { text: face, strong: face, emphasis: face, 'strong-emphasis': face, heading: face }
    const spans = spansWith(pdf, all)
    const missing = letters.filter(letter => spans(letter, 'text')[0]?.text !== letter)
    expect(missing, family).toEqual([])
  }
})
