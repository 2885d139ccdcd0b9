import { breakLines, type Piece } from './break-lines.ts'
import { addStruct } from './draw-text.ts'
import { drawLine, hairline, type Pen, type Struct, startPage } from './pen.ts'
import type { TextStyle } from './text-style.ts'

/**
 * A page whose texts stand at fixed places, such as a form for paper that is printed already. Places are in points from the left and the top;
 * texts stand in the order in which they are read.
 */
export type PlacedPage = { texts: readonly PlacedText[]; rules: readonly PlacedRule[] }

export type PlacedText = {
  xPt: number
  yPt: number
  widthPt: number
  /** Its lines are parted by line breaks. */
  text: string
  sizePt: number
  face?: 'text' | 'strong'
  /** What the text is, before it on its line. */
  label?: { text: string; xPt: number }
  isQuiet?: true
  isAtEnd?: true
  /** Drawn smaller where it is wider than its place; otherwise, and where it would be too small to read, it breaks. */
  shrinks?: true
}

type PlacedRule = { fromPt: number; toPt: number; yPt: number }

const minSizePt = 6.5
const leading = 1.25
/** Widths of sizes are rounded, so that a text which is to fit exactly may not. */
const roundingPart = 0.99

export function drawPlacedPages(pen: Pen, pages: readonly PlacedPage[], root: Struct): void {
  for (const [index, { texts, rules }] of pages.entries()) {
    if (index > 0) startPage(pen)
    const section = addStruct(pen, root, 'Sect')
    for (const { fromPt, toPt, yPt } of rules) hairline(pen, fromPt, toPt, yPt, pen.clientStyle.ink)
    for (const placed of texts) if (placed.text !== '') drawPlaced(pen, placed, section)
    section.end()
  }
}

function drawPlaced(pen: Pen, placed: PlacedText, section: Struct): void {
  const { text, xPt, yPt, widthPt, label } = placed
  const struct = addStruct(pen, section, 'P')
  const style = styleOf(pen, placed)
  if (label !== undefined) {
    const labelStyle: TextStyle = { ...style, face: 'text', color: pen.clientStyle.quiet }
    // The space parts it from the text where it is read aloud or copied.
    const [line] = breakLines([{ text: label.text, style: labelStyle }], widthPt, pen.measure)
    const last = line?.runs.at(-1)
    if (last) last.text += ' '
    if (line) drawLine(pen, line, struct, label.xPt, yPt)
  }
  for (const [index, line] of breakLines(piecesOf(text, style), widthPt, pen.measure).entries()) {
    const leftPt = placed.isAtEnd ? xPt + widthPt - line.widthPt : xPt
    drawLine(pen, line, struct, leftPt, yPt + index * style.leadingPt)
  }
  struct.end()
}

const piecesOf = (text: string, style: TextStyle): Piece[] =>
  text
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : (['break'] as const)), { text: line, style }])

function styleOf(
  pen: Pen,
  { text, widthPt, sizePt, face = 'text', isQuiet, shrinks }: PlacedText,
): TextStyle {
  const { ink, quiet } = pen.clientStyle
  const at = (size: number): TextStyle => ({
    face,
    sizePt: size,
    leadingPt: size * leading,
    color: isQuiet ? quiet : ink,
    hasTabularFigures: true,
  })
  const style = at(sizePt)
  const measuredPt = Math.max(...text.split('\n').map(line => pen.measure(line, style)))
  if (!shrinks || measuredPt <= widthPt) return style
  return at(Math.max(minSizePt, (roundingPart * sizePt * widthPt) / measuredPt))
}
