import { breakLines, type Piece } from './break-lines.ts'
import { addStruct } from './draw-text.ts'
import { drawLine, hairline, type Pen, type Struct, startPage } from './pen.ts'
import type { PlacedPage, PlacedText } from './placed-page.ts'
import type { TextStyle } from './text-style.ts'

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
