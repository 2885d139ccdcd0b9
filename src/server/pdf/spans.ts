import { type Face, fontOf, lettersOf } from './faces.ts'
import type { FaceName, TextStyle } from './text-style.ts'

/** What is drawn with one font, by the name under which the document knows it. */
type Span = { text: string; font: string }
export type Spans = (text: string, face: FaceName) => readonly Span[]

/** What the faces do not have and needs no letter of its own; what is left then is a question mark. */
const stands: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2012]/gu, '-'],
  [/[\u2000-\u200a\u202f\u205f\u3000]/gu, '\u00a0'],
  [/\p{Cf}|\ufe0e|\ufe0f/gu, ''],
  [/\u2190/gu, '<-'],
  [/\u2192/gu, '->'],
  [/\u2264/gu, '<='],
  [/\u2265/gu, '>='],
]
const noLetter = '?'

/**
 * Cuts texts where their letters are in another font: the web takes those of Łódź or Tŷ from wherever it finds them, a PDF has what it
 * was given. Each face is in two fonts, and the second is in the document only where it is needed.
 */
export function spansWith(pdf: PDFKit.PDFDocument, faces: Record<FaceName, Face>): Spans {
  const further = new Map<FaceName, { font: string; letters: ReadonlySet<number> }>()
  const furtherOf = (name: FaceName) => {
    const known = further.get(name)
    if (known) return known
    const face: Face = { ...faces[name], isExtended: true }
    const made = { font: `${name}-extended`, letters: lettersOf(face) }
    pdf.registerFont(made.font, fontOf(face))
    further.set(name, made)
    return made
  }
  return (text, name) => {
    const letters = lettersOf(faces[name])
    if (codesOf(text).every(code => letters.has(code))) return [{ text, font: name }]
    const { font, letters: others } = furtherOf(name)
    const spans: Span[] = []
    for (const letter of standIn(text)) {
      const code = letter.codePointAt(0) ?? 0
      const isFurther = !letters.has(code) && others.has(code)
      const drawn = isFurther || letters.has(code) ? letter : noLetter
      const used = isFurther ? font : name
      const last = spans.at(-1)
      if (last?.font === used) last.text += drawn
      else spans.push({ text: drawn, font: used })
    }
    return spans
  }
}

const codesOf = (text: string) => Array.from(text, letter => letter.codePointAt(0) ?? 0)

const standIn = (text: string) =>
  stands.reduce((said, [what, instead]) => said.replace(what, instead), text.normalize('NFC'))

type Drawn = { pdf: PDFKit.PDFDocument; spans: Spans }

/** How wide a text is in a style. */
export function widthOf({ pdf, spans }: Drawn, text: string, style: TextStyle): number {
  const features = featuresOf(text, style) as never
  return spans(text, style.face).reduce(
    (sum, span) => sum + pdf.font(span.font).fontSize(style.sizePt).widthOfString(span.text, { features }),
    0,
  )
}

/** One line of a text, its letters' top at `yPt`. */
export function drawSpans(
  { pdf, spans }: Drawn,
  text: string,
  style: TextStyle,
  xPt: number,
  yPt: number,
): void {
  const features = featuresOf(text, style) as never
  let at = xPt
  for (const span of spans(text, style.face)) {
    pdf.font(span.font).fontSize(style.sizePt).fillColor(style.colour)
    pdf.text(span.text, at, yPt, { lineBreak: false, features })
    at += pdf.widthOfString(span.text, { features })
  }
}

/** Public Sans draws a dash and the space beside it into one another; kerning is left out where the two meet. */
function featuresOf(text: string, { hasTableFigures }: TextStyle): Record<string, boolean> | undefined {
  const isDashed = /[-–—] | [-–—]/.test(text)
  if (!isDashed && !hasTableFigures) return undefined
  return { ...(isDashed && { kern: false }), ...(hasTableFigures && { tnum: true }) }
}
