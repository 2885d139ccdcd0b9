import type { Block } from '../../contract/rich-text.ts'
import { breakLines } from './break-lines.ts'
import { drawPicture } from './draw-picture.ts'
import { drawTable, tableStartHeightPt } from './draw-table.ts'
import { addStruct, bodyStyle, drawParagraph } from './draw-text.ts'
import { piecesOf, plainTextOf } from './inline-pieces.ts'
import {
  addSpace,
  drawArtifact,
  drawLine,
  ensureSpace,
  hairline,
  type Pen,
  pageBottomOf,
  pageTopPt,
  type Struct,
  startPage,
} from './pen.ts'
import type { TextStyle } from './text-style.ts'

const indentPt = 20
const blockGapPt = 8
const bulletPt = 14

type HeadingStyle = Omit<TextStyle, 'color'> & { color: 'brand' | 'ink'; abovePt: number; belowPt: number }
const headings: Record<2 | 3 | 4, HeadingStyle> = {
  2: { face: 'heading', sizePt: 16, leadingPt: 22, color: 'brand', abovePt: 24, belowPt: 0 },
  3: { face: 'heading', sizePt: 12.5, leadingPt: 18, color: 'brand', abovePt: 18, belowPt: -2 },
  4: { face: 'strong', sizePt: 10.5, leadingPt: 16, color: 'ink', abovePt: 12, belowPt: -4 },
}

export function drawBlocks(pen: Pen, blocks: readonly Block[], parent: Struct): void {
  blocks.forEach((block, index) => {
    if (index > 0 && block.kind !== 'heading') addSpace(pen, blockGapPt)
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

/** A heading stays on one page with the two lines that follow it, or with the first rows of a table. */
function drawHeading(
  pen: Pen,
  { level, id, children }: Block & { kind: 'heading' },
  parent: Struct,
  next: Block | undefined,
): void {
  const { abovePt, belowPt, color, ...face } = headings[level]
  const style = { ...face, color: pen.clientStyle[color] }
  addSpace(pen, abovePt)
  const pieces = piecesOf(children, style)
  const lines = breakLines(pieces, pen.contentWidthPt, pen.measure)
  const followingPt = next?.kind === 'table' ? tableStartHeightPt(pen, next) : 2 * bodyStyle(pen).leadingPt
  ensureSpace(pen, lines.length * style.leadingPt + belowPt + blockGapPt + followingPt)
  pen.pdf.addNamedDestination(id, 'XYZ', 0, pen.yPt, null)
  const title = plainTextOf(children)
  if (level === 2) pen.pdf.outline.addItem(title)
  drawParagraph(pen, pieces, addStruct(pen, parent, `H${level}`, { title }))
  pen.yPt += belowPt
}

function drawList(pen: Pen, { start, items }: Block & { kind: 'list' }, parent: Struct): void {
  const list = addStruct(pen, parent, 'L')
  const text = bodyStyle(pen)
  const style: TextStyle = { ...text, face: 'strong', color: pen.clientStyle.accent }
  if (start === null) style.sizePt = bulletPt
  items.forEach((blocks, index) => {
    if (index > 0) pen.yPt += 3
    ensureSpace(pen, 2 * text.leadingPt)
    const item = addStruct(pen, list, 'LI')
    const label = addStruct(pen, item, 'Lbl')
    const marker = start === null ? '•' : `${start + index}.`
    const widthPt = pen.measure(marker, style)
    drawLine(pen, { runs: [{ text: marker, style, widthPt }], widthPt }, label, pen.leftPt, pen.yPt)
    label.end()
    const body = addStruct(pen, item, 'LBody')
    withIndent(pen, Math.max(indentPt, widthPt + 6), () => drawBlocks(pen, blocks, body))
    // An empty item still takes one line.
    if (blocks.length === 0) pen.yPt += text.leadingPt
    body.end()
    item.end()
  })
  list.end()
}

function drawQuote(pen: Pen, { children }: Block & { kind: 'quote' }, parent: Struct): void {
  ensureSpace(pen, 2 * bodyStyle(pen).leadingPt)
  const quote = addStruct(pen, parent, 'BlockQuote')
  const { count: pageBefore } = pen.pdf.bufferedPageRange()
  const startPt = pen.yPt
  withIndent(pen, indentPt, () => drawBlocks(pen, children, quote))
  quote.end()
  // A quote that continues from the previous page has its bar from the top of this one.
  const continuesOnNewPage = pen.pdf.bufferedPageRange().count > pageBefore
  const topPt = continuesOnNewPage ? pageTopPt : startPt
  drawArtifact(pen, () => {
    pen.pdf
      .rect(pen.leftPt + 2, topPt, 2, pen.yPt - topPt)
      .fillColor(pen.clientStyle.accent)
      .fill()
  })
}

function drawRule(pen: Pen): void {
  if (pen.yPt + 24 > pageBottomOf(pen)) {
    startPage(pen)
    return
  }
  hairline(pen, pen.leftPt, pen.leftPt + pen.contentWidthPt, pen.yPt + 8, pen.clientStyle.line)
  pen.yPt += 16
}

/** Draws with an indent on the left, but keeps at least 120 points of width. */
function withIndent(pen: Pen, byPt: number, draw: () => void): void {
  const { leftPt, contentWidthPt } = pen
  const movedPt = Math.min(byPt, Math.max(0, contentWidthPt - 120))
  pen.leftPt += movedPt
  pen.contentWidthPt -= movedPt
  draw()
  pen.leftPt = leftPt
  pen.contentWidthPt = contentWidthPt
}
