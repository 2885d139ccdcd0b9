import { asciiOf } from '../../domain/ascii-text.ts'
import { type Face, fallbackFaces, fontOf, metricsOf } from './faces.ts'
import type { FaceName, TextStyle } from './text-style.ts'

/** A font under the name by which the document knows it. `lowerByEm`: how much lower it stands, so that all spans have one baseline. */
type SpanFont = { font: string; lowerByEm: number }
/** Text that is drawn with one font. */
type Span = SpanFont & { text: string }
export type Spans = (text: string, face: FaceName) => readonly Span[]

/** Replacements for characters that no font has. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2012]/gu, '-'],
  [/[\u2000-\u200a\u202f\u205f\u3000]/gu, '\u00a0'],
  [/\p{Cf}|\ufe0e|\ufe0f/gu, ''],
  [/\u2190/gu, '<-'],
  [/\u2192/gu, '->'],
  [/\u2264/gu, '<='],
  [/\u2265/gu, '>='],
]
/** A character that has no spelling either, such as a rare ideogram: its name in Unicode, `U+20BB7`, so that nothing is lost. */
const codeOf = (character: string) =>
  `[U+${codePointOf(character).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * Splits text into spans by the font that has its characters. Browsers do this by themselves; a PDF has only the fonts that
 * it embeds. What the Latin font of a face lacks is drawn with a font of its family, or of the family that has the most scripts; each is
 * embedded only when it is needed. What no font has, such as Arabic, is transliterated (`printedAs` of src/domain/printed-letters.ts tells
 * people before).
 */
export function spansWith(pdf: PDFKit.PDFDocument, faces: Record<FaceName, Face>): Spans {
  const registered = new Set<string>()
  const fallbackOf = (character: string, name: FaceName): SpanFont | null => {
    const code = codePointOf(character)
    const face = fallbackFaces(faces[name], character).find(each => metricsOf(each).codePoints.has(code))
    if (!face) return null
    const font = `${name} ${face.family} ${face.subset}`
    if (!registered.has(font)) pdf.registerFont(font, fontOf(face))
    registered.add(font)
    return { font, lowerByEm: metricsOf(faces[name]).ascentEm - metricsOf(face).ascentEm }
  }
  return (text, name) => {
    const { codePoints } = metricsOf(faces[name])
    const own = { font: name, lowerByEm: 0 }
    if (Array.from(text, codePointOf).every(code => codePoints.has(code))) return [{ text, ...own }]
    const fontWith = (character: string) =>
      codePoints.has(codePointOf(character)) ? own : fallbackOf(character, name)
    const spans: Span[] = []
    const add = (drawn: string, font: SpanFont) => {
      const last = spans.at(-1)
      if (last?.font === font.font) last.text += drawn
      else spans.push({ text: drawn, ...font })
    }
    for (const character of replaceUnsupported(text)) {
      const spelled = spellingOf(character, fontWith)
      if (spelled === null) add(codeOf(character), own)
      else if (spelled.text !== '') add(spelled.text, spelled.font ?? own)
    }
    return spans
  }
}

/**
 * How a character is drawn: as it is, without its accents, or transliterated; an accent alone is left out. Null if it has no spelling.
 */
function spellingOf(
  character: string,
  fontWith: (character: string) => SpanFont | null,
): { text: string; font: SpanFont | null } | null {
  const [base = ''] = character.normalize('NFD')
  for (const text of [character, base]) {
    const font = fontWith(text)
    if (font !== null) return { text, font }
  }
  const ascii = asciiOf(character)
  return ascii !== '' || /\p{M}/u.test(character) ? { text: ascii, font: null } : null
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0

const replaceUnsupported = (text: string) =>
  replacements.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text.normalize('NFC'),
  )

type SpanContext = { pdf: PDFKit.PDFDocument; spans: Spans }

/** The width of a text in a style, in points. */
export function widthOf({ pdf, spans }: SpanContext, text: string, style: TextStyle): number {
  // The types of pdfkit know features only as a list, without values.
  const features = featuresOf(text, style) as never
  return spans(text, style.face).reduce(
    (sum, span) => sum + pdf.font(span.font).fontSize(style.sizePt).widthOfString(span.text, { features }),
    0,
  )
}

/** Draws one line of text with its top at `yPt`. */
export function drawSpans(
  { pdf, spans }: SpanContext,
  text: string,
  style: TextStyle,
  xPt: number,
  yPt: number,
): void {
  // The types of pdfkit know features only as a list, without values.
  const features = featuresOf(text, style) as never
  let x = xPt
  for (const span of spans(text, style.face)) {
    pdf.font(span.font).fontSize(style.sizePt).fillColor(style.color)
    pdf.text(span.text, x, yPt + span.lowerByEm * style.sizePt, { lineBreak: false, features })
    x += pdf.widthOfString(span.text, { features })
  }
}

/** Kerning in Public Sans lets a dash overlap the space beside it, so text with a spaced dash has no kerning. */
function featuresOf(text: string, { hasTabularFigures }: TextStyle): Record<string, boolean> | undefined {
  const hasSpacedDash = /[-–—] | [-–—]/.test(text)
  if (!hasSpacedDash && !hasTabularFigures) return undefined
  return { ...(hasSpacedDash && { kern: false }), ...(hasTabularFigures && { tnum: true }) }
}
