import { expect, test } from 'vitest'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import type { Block } from '../../contract/rich-text.ts'
import { nodesOf, readPdf } from '../../testing/read-pdf.ts'
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

test('a character that no font has is replaced by an equivalent or by a question mark', async () => {
  const { heading } = await read('555\u20110100 \u2192 at\u2009least \u2265 10\u200b 😀 Слово')
  expect(heading?.replaceAll('\u00a0', ' ')).toBe('555-0100 -> at least >= 10 ? ?????')
})

test('the extended font of a face is embedded only if it is needed', async () => {
  const count = async (words: string) => (await read(words)).fonts.length
  expect(await count('Łódź')).toBe((await count('Lodz')) + 2)
})
