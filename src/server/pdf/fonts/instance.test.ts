import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { instanceOf } from './instance.ts'
import { trueTypeOf } from './woff2.ts'

// Held against the reader of fonts that pdfkit brings, which reads WOFF2 too, in its default weight.

type Glyph = { advanceWidth: number; path: { toSVG(): string; bbox: { width: number; height: number } } }
type Font = {
  type: string
  postscriptName: string
  characterSet: number[]
  glyphForCodePoint(code: number): Glyph
  layout(text: string): { positions: { xAdvance: number }[]; glyphs: Glyph[] }
}
const require = createRequire(import.meta.url)
const { create } = createRequire(require.resolve('pdfkit'))('fontkit') as { create(bytes: Uint8Array): Font }

const fileOf = (file: string) => readFileSync(require.resolve(`@fontsource-variable/${file}.woff2`))
const faces = [
  ['public-sans/files/public-sans-latin-wght-normal', 100],
  ['public-sans/files/public-sans-latin-wght-italic', 100],
  ['lora/files/lora-latin-wght-normal', 400],
  ['brygada-1918/files/brygada-1918-latin-wght-normal', 400],
] as const

describe.each(faces)('open-points 9 the face %s', (file, defaultWeight) => {
  const woff2 = fileOf(file)
  const packed = create(woff2)

  test('is unpacked with every outline as it was', () => {
    const unpacked = create(trueTypeOf(woff2))
    expect(unpacked.type).toBe('TTF')
    expect(unpacked.characterSet.toSorted()).toEqual(packed.characterSet.toSorted())
    for (const code of packed.characterSet) {
      const [was, is] = [packed.glyphForCodePoint(code), unpacked.glyphForCodePoint(code)]
      expect(is.path.toSVG(), String.fromCodePoint(code)).toBe(was.path.toSVG())
      expect(is.advanceWidth).toBe(was.advanceWidth)
    }
  })

  test('in its default weight is as high and as wide as it was, with its kerning', () => {
    const font = create(instanceOf(woff2, { name: 'Some Face', weight: defaultWeight }))
    expect(font.postscriptName).toBe('SomeFace')
    for (const code of packed.characterSet) {
      const [was, is] = [packed.glyphForCodePoint(code), font.glyphForCodePoint(code)]
      expect(is.advanceWidth, String.fromCodePoint(code)).toBe(was.advanceWidth)
      if (was.path.toSVG() === '') continue
      expect(Math.abs(is.path.bbox.width - was.path.bbox.width)).toBeLessThan(4)
      expect(Math.abs(is.path.bbox.height - was.path.bbox.height)).toBeLessThan(4)
    }
    const advances = (each: Font) => each.layout('AVATAR fi To').positions.map(({ xAdvance }) => xAdvance)
    expect(advances(font)).toEqual(advances(packed))
  })

  test('is wider the heavier it is', () => {
    const widthAt = (weight: number) =>
      create(instanceOf(woff2, { name: 'Face', weight })).glyphForCodePoint(0x6d).advanceWidth
    expect(widthAt(700)).toBeGreaterThan(widthAt(400))
  })
})

test('open-points 9 what is no WOFF2 font is refused', () => {
  expect(() => trueTypeOf(Buffer.from('OTTO'))).toThrow('no WOFF2 font')
})
