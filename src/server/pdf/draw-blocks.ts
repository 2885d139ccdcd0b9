import type { Block } from '../../contract/rich-text.ts'
import { breakLines, type Piece } from './break-lines.ts'
import { drawPicture } from './draw-picture.ts'
import { drawTable, startOfTablePt } from './draw-table.ts'
import { piecesOf, plainWords } from './inline-pieces.ts'
import {
  bottomOf,
  drawArtifact,
  drawLine,
  hairline,
  leaveSpace,
  needRoom,
  type Pen,
  type Struct,
  topOfPage,
  turnPage,
} from './pen.ts'
import type { TextStyle } from './text-style.ts'

const indentPt = 20
const betweenPt = 8
const bulletPt = 14

export const bodyStyle = ({ look }: Pen): TextStyle => ({
  face: 'text',
  sizePt: 10.5,
  leadingPt: 16,
  colour: look.ink,
})

type HeadingStyle = Omit<TextStyle, 'colour'> & { colour: 'brand' | 'ink'; abovePt: number; belowPt: number }
const headings: Record<2 | 3 | 4, HeadingStyle> = {
  2: { face: 'heading', sizePt: 16, leadingPt: 22, colour: 'brand', abovePt: 24, belowPt: 0 },
  3: { face: 'heading', sizePt: 12.5, leadingPt: 18, colour: 'brand', abovePt: 18, belowPt: -2 },
  4: { face: 'strong', sizePt: 10.5, leadingPt: 16, colour: 'ink', abovePt: 12, belowPt: -4 },
}

export function drawBlocks(pen: Pen, blocks: readonly Block[], parent: Struct): void {
  blocks.forEach((block, index) => {
    if (index > 0 && block.kind !== 'heading') leaveSpace(pen, betweenPt)
    drawBlock(pen, block, parent, blocks[index + 1])
  })
}

function drawBlock(pen: Pen, block: Block, parent: Struct, next: Block | undefined): void {
  switch (block.kind) {
    case 'paragraph':
      drawParagraph(pen, piecesOf(block.children, bodyStyle(pen)), addStruct(pen, parent, 'P'))
      break
    case 'heading':
      drawHeading(pen, block, parent, next)
      break
    case 'list':
      drawList(pen, block, parent)
      break
    case 'quote':
      drawQuote(pen, block, parent)
      break
    case 'rule':
      drawRule(pen)
      break
    case 'table':
      drawTable(pen, block, parent)
      break
    case 'image':
      drawPicture(pen, block, parent)
      break
  }
}

export function addStruct(pen: Pen, parent: Struct, type: string, options: object = {}): Struct {
  const struct = pen.pdf.struct(type, options)
  parent.add(struct)
  return struct
}

/** Line by line, so that each may stand on the page where there is room; never one line of several alone. */
export function drawParagraph(pen: Pen, pieces: readonly Piece[], struct: Struct): void {
  const lines = breakLines(pieces, pen.roomPt, pen.measure)
  lines.forEach((line, index) => {
    const leadingPt = Math.max(...line.runs.map(({ style }) => style.leadingPt), 0) || 16
    const isFirstOfMany = index === 0 && lines.length > 1
    const isLastButOne = index === lines.length - 2 && index > 0
    needRoom(pen, isFirstOfMany || isLastButOne ? 2 * leadingPt : leadingPt)
    drawLine(pen, line, struct, pen.leftPt, pen.yPt)
    pen.yPt += leadingPt
  })
  struct.end()
}

/** A heading stays with the two lines that follow it, or with the beginning of a table. */
function drawHeading(
  pen: Pen,
  { level, id, children }: Block & { kind: 'heading' },
  parent: Struct,
  next: Block | undefined,
): void {
  const { abovePt, belowPt, colour, ...face } = headings[level]
  const style = { ...face, colour: pen.look[colour] }
  leaveSpace(pen, abovePt)
  const pieces = piecesOf(children, style)
  const lines = breakLines(pieces, pen.roomPt, pen.measure)
  const followingPt = next?.kind === 'table' ? startOfTablePt(pen, next) : 2 * bodyStyle(pen).leadingPt
  needRoom(pen, lines.length * style.leadingPt + belowPt + betweenPt + followingPt)
  pen.pdf.addNamedDestination(id, 'XYZ', 0, pen.yPt, null)
  const words = plainWords(children)
  if (level === 2) pen.pdf.outline.addItem(words)
  drawParagraph(pen, pieces, addStruct(pen, parent, `H${level}`, { title: words }))
  pen.yPt += belowPt
}

function drawList(pen: Pen, { start, items }: Block & { kind: 'list' }, parent: Struct): void {
  const list = addStruct(pen, parent, 'L')
  const body = bodyStyle(pen)
  const style: TextStyle = { ...body, face: 'strong', colour: pen.look.accent }
  if (start === null) style.sizePt = bulletPt
  items.forEach((blocks, index) => {
    if (index > 0) pen.yPt += 3
    needRoom(pen, 2 * body.leadingPt)
    const item = addStruct(pen, list, 'LI')
    const label = addStruct(pen, item, 'Lbl')
    const text = start === null ? '•' : `${start + index}.`
    const widthPt = pen.measure(text, style)
    drawLine(pen, { runs: [{ text, style, widthPt }], widthPt }, label, pen.leftPt, pen.yPt)
    label.end()
    const words = addStruct(pen, item, 'LBody')
    within(pen, Math.max(indentPt, widthPt + 6), () => drawBlocks(pen, blocks, words))
    // An item without words still takes its line.
    if (blocks.length === 0) pen.yPt += body.leadingPt
    words.end()
    item.end()
  })
  list.end()
}

function drawQuote(pen: Pen, { children }: Block & { kind: 'quote' }, parent: Struct): void {
  needRoom(pen, 2 * bodyStyle(pen).leadingPt)
  const quote = addStruct(pen, parent, 'BlockQuote')
  const { count: pageBefore } = pen.pdf.bufferedPageRange()
  const fromPt = pen.yPt
  within(pen, indentPt, () => drawBlocks(pen, children, quote))
  quote.end()
  // On the page where it ends: from where it began, or from the top.
  const isTurned = pen.pdf.bufferedPageRange().count > pageBefore
  const topPt = isTurned ? topOfPage : fromPt
  drawArtifact(pen, () => {
    pen.pdf
      .rect(pen.leftPt + 2, topPt, 2, pen.yPt - topPt)
      .fillColor(pen.look.accent)
      .fill()
  })
}

function drawRule(pen: Pen): void {
  if (pen.yPt + 24 > bottomOf(pen)) {
    turnPage(pen)
    return
  }
  hairline(pen, pen.leftPt, pen.leftPt + pen.roomPt, pen.yPt + 8, pen.look.line)
  pen.yPt += 16
}

/** Moved in from the left, never so far that no word would fit. */
function within(pen: Pen, byPt: number, draw: () => void): void {
  const { leftPt, roomPt } = pen
  const movedPt = Math.min(byPt, Math.max(0, roomPt - 120))
  pen.leftPt += movedPt
  pen.roomPt -= movedPt
  draw()
  pen.leftPt = leftPt
  pen.roomPt = roomPt
}
