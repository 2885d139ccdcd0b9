import { breakLines, type Piece } from './break-lines.ts'
import { drawLine, ensureSpace, type Pen, type Struct } from './pen.ts'
import type { TextStyle } from './text-style.ts'

export const bodyStyle = ({ clientStyle }: Pen): TextStyle => ({
  face: 'text',
  sizePt: 10.5,
  leadingPt: 16,
  color: clientStyle.ink,
})

export function addStruct(pen: Pen, parent: Struct, type: string, options: object = {}): Struct {
  const struct = pen.pdf.struct(type, options)
  parent.add(struct)
  return struct
}

/** Draws line by line across pages. It leaves no single line of a paragraph alone on a page (widows and orphans). */
export function drawParagraph(pen: Pen, pieces: readonly Piece[], struct: Struct): void {
  const lines = breakLines(pieces, pen.contentWidthPt, pen.measure)
  lines.forEach((line, index) => {
    const leadingPt = Math.max(...line.runs.map(({ style }) => style.leadingPt), 0) || 16
    const isFirstOfMany = index === 0 && lines.length > 1
    const isLastButOne = index === lines.length - 2 && index > 0
    ensureSpace(pen, isFirstOfMany || isLastButOne ? 2 * leadingPt : leadingPt)
    drawLine(pen, line, struct, pen.leftPt, pen.yPt)
    pen.yPt += leadingPt
  })
  struct.end()
}
