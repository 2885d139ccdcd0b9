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
    pictures: new Map(),
  })
  const { structure, fonts } = await readPdf(pdf)
  const [said] = nodesOf(structure, 'H2').map(heading => heading.text)
  expect(nodesOf(structure, 'P').map(part => part.text)).toContain(said)
  return { said, fonts, titled: nodesOf(structure, 'H1')[0]?.text }
}

test('open-points 9 names of more languages than the first font has are in a PDF as they are written', async () => {
  const words = 'Tŷ Gwyn, Łódź, Řeřicha and Işık, in one line'
  const { said, titled, fonts } = await read(words, words)
  expect([said, titled]).toEqual([words, words])
  expect(fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true)
})

test('open-points 9 what no font has is told by signs that say the same, or by one that says that something was there', async () => {
  const { said } = await read('555\u20110100 \u2192 at\u2009least \u2265 10\u200b 😀 Слово')
  expect(said?.replaceAll('\u00a0', ' ')).toBe('555-0100 -> at least >= 10 ? ?????')
})

test('a second font of a face is in the document only where it is needed', async () => {
  const count = async (words: string) => (await read(words)).fonts.length
  expect(await count('Łódź')).toBe((await count('Lodz')) + 2)
})
