import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackWoff } from './unpack-woff.ts'

/**
 * A font face: the family as style sheets name it, the weight in the units of CSS, and the style. `isExtended` selects the
 * latin-ext font of the same face, which has the letters of more languages.
 */
export type Face = { family: string; weight: number; isItalic?: true; isExtended?: true }

/** The packages with the static fonts of each family, and the weights that they have in steps of 100. */
const families: Readonly<Record<string, { slug: string; minWeight: number; maxWeight: number }>> = {
  'Brygada 1918 Variable': { slug: 'brygada-1918', minWeight: 400, maxWeight: 700 },
  'Lora Variable': { slug: 'lora', minWeight: 400, maxWeight: 700 },
  'Public Sans Variable': { slug: 'public-sans', minWeight: 100, maxWeight: 900 },
}

const require = createRequire(import.meta.url)
// fontkit has no types and is no dependency of ours: this is the copy with which pdfkit reads the same fonts.
const { create } = createRequire(require.resolve('pdfkit'))('fontkit') as {
  create(font: Uint8Array): { characterSet: number[] }
}

const fonts = new Map<string, Buffer>()

/**
 * The font file of a face. Browsers use variable fonts, which PDFs do not support, so the weight is rounded to the next
 * static font.
 *
 * @throws Error for a family without static fonts.
 */
export function fontOf({ family, weight, isItalic, isExtended }: Face): Buffer {
  const source = families[family]
  if (!source) throw new Error(`there are no static fonts of the family ${family}`)
  const { slug, minWeight, maxWeight } = source
  const staticWeight = Math.min(Math.max(Math.round(weight / 100) * 100, minWeight), maxWeight)
  const name = `${slug}-${isExtended ? 'latin-ext' : 'latin'}-${staticWeight}-${isItalic ? 'italic' : 'normal'}`
  const cached = fonts.get(name)
  if (cached) return cached
  const font = unpackWoff(readFileSync(require.resolve(`@fontsource/${slug}/files/${name}.woff`)))
  fonts.set(name, font)
  return font
}

const codePoints = new WeakMap<Buffer, ReadonlySet<number>>()

/** The code points for which the face has glyphs. */
export function codePointsOf(face: Face): ReadonlySet<number> {
  const font = fontOf(face)
  const cached = codePoints.get(font)
  if (cached) return cached
  const found = new Set(create(font).characterSet)
  codePoints.set(font, found)
  return found
}
