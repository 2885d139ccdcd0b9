import { codePointsOf, type Face, fontOf } from './faces.ts'
import type { FaceName, TextStyle } from './text-style.ts'

/** Text that is drawn with one font, under the name by which the document knows the font. */
type Span = { text: string; font: string }
export type Spans = (text: string, face: FaceName) => readonly Span[]

/** Replacements for characters that no font has. Any other missing character becomes a question mark. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2012]/gu, '-'],
  [/[\u2000-\u200a\u202f\u205f\u3000]/gu, '\u00a0'],
  [/\p{Cf}|\ufe0e|\ufe0f/gu, ''],
  [/\u2190/gu, '<-'],
  [/\u2192/gu, '->'],
  [/\u2264/gu, '<='],
  [/\u2265/gu, '>='],
]
const missingGlyph = '?'

/**
 * Splits text into spans by the font that has its characters. Browsers do this by themselves; a PDF has only the fonts that
 * it embeds. Each face has two fonts (latin and latin-ext); the second is embedded only when it is needed.
 */
export function spansWith(pdf: PDFKit.PDFDocument, faces: Record<FaceName, Face>): Spans {
  const extendedFonts = new Map<FaceName, { font: string; codePoints: ReadonlySet<number> }>()
  const extendedFontOf = (name: FaceName) => {
    const cached = extendedFonts.get(name)
    if (cached) return cached
    const face: Face = { ...faces[name], isExtended: true }
    const extended = { font: `${name}-extended`, codePoints: codePointsOf(face) }
    pdf.registerFont(extended.font, fontOf(face))
    extendedFonts.set(name, extended)
    return extended
  }
  return (text, name) => {
    const basic = codePointsOf(faces[name])
    if (Array.from(text, codePointOf).every(code => basic.has(code))) return [{ text, font: name }]
    const extended = extendedFontOf(name)
    const spans: Span[] = []
    for (const character of replaceUnsupported(text)) {
      const code = codePointOf(character)
      const isExtended = !basic.has(code) && extended.codePoints.has(code)
      const drawn = isExtended || basic.has(code) ? character : missingGlyph
      const font = isExtended ? extended.font : name
      const last = spans.at(-1)
      if (last?.font === font) last.text += drawn
      else spans.push({ text: drawn, font })
    }
    return spans
  }
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
  const features = featuresOf(text, style) as never
  let x = xPt
  for (const span of spans(text, style.face)) {
    pdf.font(span.font).fontSize(style.sizePt).fillColor(style.color)
    pdf.text(span.text, x, yPt, { lineBreak: false, features })
    x += pdf.widthOfString(span.text, { features })
  }
}

/** Kerning in Public Sans lets a dash overlap the space beside it, so text with a spaced dash has no kerning. */
function featuresOf(text: string, { hasTabularFigures }: TextStyle): Record<string, boolean> | undefined {
  const hasSpacedDash = /[-–—] | [-–—]/.test(text)
  if (!hasSpacedDash && !hasTabularFigures) return undefined
  return { ...(hasSpacedDash && { kern: false }), ...(hasTabularFigures && { tnum: true }) }
}
