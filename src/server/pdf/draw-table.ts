import type { Block, Inline } from '../../contract/rich-text.ts'
import { breakLines, type Line } from './break-lines.ts'
import { addStruct, drawParagraph } from './draw-blocks.ts'
import { piecesOf, plainWords } from './inline-pieces.ts'
import {
  bottomOf,
  drawArtifact,
  drawLine,
  hairline,
  leaveSpace,
  needRoom,
  type Pen,
  pageRoomPt,
  type Struct,
  turnPage,
} from './pen.ts'
import { drawSpans } from './spans.ts'
import type { TextStyle } from './text-style.ts'

type Table = Block & { kind: 'table' }
type Column = { leftPt: number; roomPt: number; isAmount: boolean }
/** One row, ready to be drawn: the lines of each cell. */
type Row = { cells: Line[][]; heightPt: number }

const gutterPt = 16
const paddingPt = 5
const keptWholePt = 84
const unboundedPt = 1_000_000

const cellStyle = ({ look }: Pen): TextStyle => ({
  face: 'text',
  sizePt: 9.5,
  leadingPt: 14,
  colour: look.ink,
})
const headStyle = (pen: Pen): TextStyle => ({
  ...cellStyle(pen),
  face: 'strong',
  sizePt: 9,
  colour: pen.look.quiet,
})

/** Amounts, counts, dates and percentages stand at the right, under each other. */
const looksLikeAmount = (cell: readonly Inline[]) =>
  /^[-–(]?[$£€]?[\d.,\s]+%?\)?$/.test(plainWords(cell).trim())

type Layout = { columns: Column[]; head: Row; rows: Row[] }

function layOut(pen: Pen, table: Table): Layout {
  const columns = columnsOf(pen, table)
  return {
    columns,
    head: rowOf(pen, table.head, columns, headStyle(pen)),
    rows: table.rows.map(cells => rowOf(pen, cells, columns, cellStyle(pen))),
  }
}

/** What is to stand together where it begins: a short table whole, of a long one its head and first rows. */
export function startOfTablePt(pen: Pen, table: Table): number {
  const { head, rows } = layOut(pen, table)
  const heightOf = (some: readonly Row[]) => some.reduce((sum, { heightPt }) => sum + heightPt, head.heightPt)
  const wholePt = heightOf(rows)
  return wholePt <= pageRoomPt(pen) / 2 ? wholePt : heightOf(rows.slice(0, 3))
}

export function drawTable(pen: Pen, table: Table, parent: Struct): void {
  if (table.head.length === 0) return
  const { columns, head, rows } = layOut(pen, table)
  const tallestPt = head.heightPt + Math.max(0, ...rows.map(({ heightPt }) => heightPt))
  // A row that no page can hold is told cell by cell.
  if (tallestPt > pageRoomPt(pen)) {
    drawAsText(pen, table, parent)
    return
  }
  needRoom(pen, startOfTablePt(pen, table))
  const struct = addStruct(pen, parent, 'Table')
  drawRow(pen, head, columns, { struct: addStruct(pen, struct, 'TR'), cell: 'TH' })
  for (const row of rows) {
    if (pen.yPt + row.heightPt > bottomOf(pen)) {
      turnPage(pen)
      repeatHead(pen, head, columns)
    }
    drawRow(pen, row, columns, { struct: addStruct(pen, struct, 'TR'), cell: 'TD' })
  }
  struct.end()
  pen.yPt += 4
}

/** As wide as its longest cell where all have room; else each what its longest word needs, and a share of the rest by what it lacks. */
function columnsOf(pen: Pen, { head, rows }: Table): Column[] {
  const wants = head.map((title, index) => {
    const cells = rows.map(row => row[index] ?? [])
    const isAmount = cells.length > 0 && cells.every(looksLikeAmount)
    const measured = [
      wantOf(pen, title, headStyle(pen)),
      ...cells.map(cell => wantOf(pen, cell, figuresOf(cellStyle(pen), isAmount))),
    ]
    const wholePt = Math.max(...measured.map(each => each.wholePt)) + 1
    const wordPt = Math.max(...measured.map(each => each.wordPt)) + 1
    // A day or a short name is not taken apart.
    return { wholePt, wordPt: wholePt <= keptWholePt ? wholePt : wordPt, isAmount }
  })
  const widths = shareOut(wants, pen.roomPt - gutterPt * (head.length - 1))
  let leftPt = pen.leftPt
  return wants.map(({ isAmount }, index) => {
    const column = { leftPt, roomPt: widths[index] ?? 0, isAmount }
    leftPt += column.roomPt + gutterPt
    return column
  })
}

type Want = { wholePt: number; wordPt: number }

/** How wide a cell would be in one line, and its longest word, were it strong. */
function wantOf(pen: Pen, cell: readonly Inline[], style: TextStyle): Want {
  const words = plainWords(cell).split(/\s+/)
  const strong: TextStyle = { ...style, face: 'strong' }
  const lines = breakLines(piecesOf(cell, style), unboundedPt, pen.measure)
  return {
    wholePt: Math.max(0, ...lines.map(({ widthPt }) => widthPt)),
    wordPt: Math.max(0, ...words.map(word => pen.measure(word, strong))),
  }
}

const figuresOf = (style: TextStyle, isAmount: boolean): TextStyle =>
  isAmount ? { ...style, hasTableFigures: true } : style

function shareOut(wants: readonly Want[], roomPt: number): number[] {
  const whole = wants.reduce((sum, { wholePt }) => sum + wholePt, 0)
  // The rest goes to the first column, which names what the row is about, so that the last ends at the edge.
  if (whole <= roomPt) return wants.map(({ wholePt }, index) => wholePt + (index === 0 ? roomPt - whole : 0))
  const least = wants.reduce((sum, { wordPt }) => sum + wordPt, 0)
  if (least >= roomPt) return wants.map(({ wordPt }) => (wordPt / least) * roomPt)
  const lacking = whole - least
  return wants.map(({ wholePt, wordPt }) => wordPt + ((wholePt - wordPt) / lacking) * (roomPt - least))
}

function rowOf(pen: Pen, cells: readonly Inline[][], columns: readonly Column[], style: TextStyle): Row {
  const lines = columns.map(({ roomPt, isAmount }, index) =>
    breakLines(piecesOf(cells[index] ?? [], figuresOf(style, isAmount)), roomPt, pen.measure),
  )
  const most = Math.max(1, ...lines.map(({ length }) => length))
  return { cells: lines, heightPt: most * style.leadingPt + 2 * paddingPt }
}

type Tagged = { struct: Struct; cell: 'TH' | 'TD' }

function drawRow(pen: Pen, row: Row, columns: readonly Column[], { struct, cell }: Tagged): void {
  columns.forEach((column, index) => {
    const tag = addStruct(pen, struct, cell, cell === 'TH' ? { scope: 'Column' } : {})
    drawCell(pen, row.cells[index] ?? [], column, tag)
    tag.end()
  })
  struct.end()
  finishRow(pen, row, cell === 'TH')
}

function drawCell(pen: Pen, lines: readonly Line[], { leftPt, roomPt, isAmount }: Column, tag: Struct): void {
  lines.forEach((line, index) => {
    const [run] = line.runs
    const x = isAmount ? leftPt + roomPt - line.widthPt : leftPt
    drawLine(pen, line, tag, x, pen.yPt + paddingPt + index * (run?.style.leadingPt ?? 0))
  })
}

/** On the pages after the first the head stands again, for the eye: whoever listens has heard it. */
function repeatHead(pen: Pen, head: Row, columns: readonly Column[]): void {
  columns.forEach(({ leftPt, roomPt, isAmount }, index) => {
    head.cells[index]?.forEach((line, place) => {
      let x = isAmount ? leftPt + roomPt - line.widthPt : leftPt
      for (const { text, style, widthPt } of line.runs) {
        const from = x
        const topPt = pen.yPt + paddingPt + place * style.leadingPt + 1.6
        drawArtifact(pen, () => drawSpans(pen, text, style, from, topPt))
        x += widthPt
      }
    })
  })
  finishRow(pen, head, true)
}

function finishRow(pen: Pen, row: Row, isHead: boolean): void {
  pen.yPt += row.heightPt
  hairline(pen, pen.leftPt, pen.leftPt + pen.roomPt, pen.yPt, isHead ? pen.look.quiet : pen.look.line)
}

function drawAsText(pen: Pen, { head, rows }: Table, parent: Struct): void {
  for (const cells of rows) {
    leaveSpace(pen, 8)
    head.forEach((title, index) => {
      const pieces = [
        ...piecesOf(title, { ...headStyle(pen), leadingPt: 14 }),
        { text: ': ', style: headStyle(pen) },
        ...piecesOf(cells[index] ?? [], cellStyle(pen)),
      ]
      drawParagraph(pen, pieces, addStruct(pen, parent, 'P'))
    })
  }
}
