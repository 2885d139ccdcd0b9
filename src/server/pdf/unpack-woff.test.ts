import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { unpackWoff } from './unpack-woff.ts'

const require = createRequire(import.meta.url)
const { create } = createRequire(require.resolve('pdfkit'))('fontkit') as {
  create(font: Uint8Array): {
    type: string
    characterSet: number[]
    layout(text: string): { advanceWidth: number; glyphs: { id: number; path: { toSVG(): string } }[] }
  }
}
const woff = readFileSync(require.resolve('@fontsource/public-sans/files/public-sans-latin-400-normal.woff'))

/** The sum of a font's 32-bit words, as the table `head` states it (OpenType, https://learn.microsoft.com/typography/opentype/spec/otff). */
const sumOf = (font: Buffer) => {
  let sum = 0
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0
  return sum
}

describe('a font within a WOFF file', () => {
  test('has the same glyphs, widths and outlines', () => {
    const packed = create(woff)
    const unpacked = create(unpackWoff(woff))
    expect([packed.type, unpacked.type]).toEqual(['WOFF', 'TTF'])
    expect(unpacked.characterSet).toEqual(packed.characterSet)
    const drawn = (font: typeof packed) => {
      const { advanceWidth, glyphs } = font.layout('Fjord “Quay” $1,204.50 fi')
      return { advanceWidth, glyphs: glyphs.map(({ id, path }) => [id, path.toSVG()]) }
    }
    expect(drawn(unpacked)).toEqual(drawn(packed))
  })

  test('has tables that start at multiples of four bytes, each with the checksum that it states', () => {
    const font = unpackWoff(woff)
    expect(font.length % 4).toBe(0)
    for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16) {
      const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)]
      expect(offset % 4).toBe(0)
      const table = Buffer.from(font.subarray(offset, offset + length + (-length & 3)))
      // The adjustment of the whole font is not part of the table’s checksum.
      if (font.toString('latin1', entry, entry + 4) === 'head') table.writeUInt32BE(0, 8)
      expect(sumOf(table)).toBe(font.readUInt32BE(entry + 4))
    }
  })

  test.each([
    ['another file', Buffer.from('%PDF-1.7, and more than a header would need to be read')],
    ['WOFF 2.0', Buffer.concat([Buffer.from('wOF2'), woff.subarray(4)])],
    ['a file that ends early', woff.subarray(0, woff.length / 2)],
  ])('is refused: %s', (_what, bytes) => {
    expect(() => unpackWoff(bytes)).toThrow()
  })
})
