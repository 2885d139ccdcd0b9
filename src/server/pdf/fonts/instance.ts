import { createRequire } from 'node:module'
import { boxOf, type Contours, encodeGlyph, sfntOf, type Tables } from './sfnt.ts'
import { locate, trueTypeOf } from './woff2.ts'

/** What is used of fontkit, which has no types: pdfkit's own reader of fonts, so that both see the same. */
type Glyph = {
  advanceWidth: number
  path: { commands: { command: string; args: number[] }[] }
}
type Font = {
  numGlyphs: number
  characterSet: number[]
  getVariation(axes: { wght: number }): Font
  getGlyph(id: number): Glyph | null
  _getTableStream(tag: string): { pos: number; readBuffer(bytes: number): Uint8Array } | null
  directory: { tables: Record<string, { length: number }> }
}
const fromPdfkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))
const { create } = fromPdfkit('fontkit') as { create(bytes: Uint8Array): Font }

export const codePointsOf = (font: Buffer): ReadonlySet<number> => new Set(create(font).characterSet)

/**
 * One weight of a variable WOFF2 font, as a TrueType font of its own: PDFs know no variable fonts. Latin letters with kerning
 * and ligatures, no hints. Takes some 30 ms.
 */
export function instanceOf(woff2: Buffer, about: { name: string; weight: number }): Buffer {
  const variable = create(trueTypeOf(woff2))
  const font = variable.getVariation({ wght: about.weight })
  const glyphs = Array.from({ length: font.numGlyphs }, (_, id) => {
    const glyph = font.getGlyph(id)
    return { contours: contoursOf(glyph), advance: Math.round(glyph?.advanceWidth ?? 0) }
  })
  const kept: Tables = {}
  for (const tag of ['cmap', 'GDEF', 'GPOS', 'GSUB', 'head', 'hhea', 'maxp', 'OS/2']) {
    const table = tableOf(variable, tag)
    if (table) kept[tag] = table
  }
  const points = glyphs.flatMap(({ contours }) => contours.flat())
  const { head, hhea, maxp, 'OS/2': os2 } = kept
  if (!head || !hhea || !maxp || !os2 || points.length === 0)
    throw new Error(`${about.name} is no whole font`)
  boxOf(points).forEach((edge, index) => {
    head.writeInt16BE(edge, 36 + 2 * index)
  })
  hhea.writeUInt16BE(glyphs.length, 34)
  os2.writeUInt16BE(about.weight, 4)
  return sfntOf({
    ...kept,
    ...locate(glyphs.map(({ contours }) => encodeGlyph(contours))),
    maxp: withoutHints(maxp),
    hmtx: metricsOf(glyphs),
    name: namesOf(about.name),
    post: postOf(tableOf(variable, 'post')),
  })
}

function tableOf(font: Font, tag: string): Buffer | null {
  const stream = font._getTableStream(tag)
  return stream ? Buffer.from(stream.readBuffer(font.directory.tables[tag]?.length ?? 0)) : null
}

/** The points of a path, on whole units; a line back to where its contour began is what closing it draws anyway. */
function contoursOf(glyph: Glyph | null): Contours {
  const contours: Contours = []
  for (const { command, args } of glyph?.path.commands ?? []) {
    if (command === 'moveTo') contours.push([])
    const contour = contours.at(-1)
    if (!contour) continue
    for (let at = 0; at + 1 < args.length; at += 2) {
      const isOnCurve = command !== 'quadraticCurveTo' || at === 2
      contour.push({ x: Math.round(args[at] ?? 0), y: Math.round(args[at + 1] ?? 0), isOnCurve })
    }
  }
  for (const contour of contours) {
    const [first, last] = [contour[0], contour.at(-1)]
    if (contour.length > 1 && last?.isOnCurve && last.x === first?.x && last.y === first.y) contour.pop()
  }
  return contours.filter(contour => contour.length > 1)
}

function metricsOf(glyphs: readonly { contours: Contours; advance: number }[]): Buffer {
  const hmtx = Buffer.alloc(4 * glyphs.length)
  glyphs.forEach(({ contours, advance }, index) => {
    const points = contours.flat()
    hmtx.writeUInt16BE(advance, 4 * index)
    hmtx.writeInt16BE(points.length > 0 ? boxOf(points)[0] : 0, 4 * index + 2)
  })
  return hmtx
}

/** What a reader would have to set aside for the instructions and parts that are no more. */
function withoutHints(maxp: Buffer): Buffer {
  const plain = Buffer.from(maxp)
  for (let at = 14; at + 2 <= plain.length; at += 2) plain.writeUInt16BE(0, at)
  return plain
}

/** Family, style, full name and PostScript name. */
function namesOf(name: string): Buffer {
  const records = [
    [1, name],
    [2, 'Regular'],
    [4, name],
    [6, name.replaceAll(' ', '')],
  ] as const
  const header = Buffer.alloc(6 + 12 * records.length)
  header.writeUInt16BE(records.length, 2)
  header.writeUInt16BE(header.length, 4)
  const texts: Buffer[] = []
  records.forEach(([id, text], index) => {
    const bytes = Buffer.from(text, 'utf16le').swap16()
    const before = texts.reduce((sum, each) => sum + each.length, 0)
    for (const [field, value] of [3, 1, 0x409, id, bytes.length, before].entries())
      header.writeUInt16BE(value, 6 + 12 * index + 2 * field)
    texts.push(bytes)
  })
  return Buffer.concat([header, ...texts])
}

/** Version 3: slant and underline, and no names for glyphs. */
function postOf(post: Buffer | null): Buffer {
  const short = Buffer.alloc(32)
  post?.copy(short, 0, 0, 32)
  short.writeUInt32BE(0x00030000, 0)
  return short
}
