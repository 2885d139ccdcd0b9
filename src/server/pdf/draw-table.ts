import type { Block, Inline } from '../../contract/rich-text.ts'
import { breakLines, type Line } from './break-lines.ts'
import { addStruct, drawParagraph } from './draw-text.ts'
import { piecesOf, plainTextOf } from './inline-pieces.ts'
import {
  addSpace,
  drawArtifact,
  drawLine,
  ensureSpace,
  hairline,
  type Pen,
  pageBottomOf,
  pageContentHeightPt,
  type Struct,
  startPage,
} from './pen.ts'
import { drawSpans } from './spans.ts'
import type { TextStyle } from './text-style.ts'

type Table = Block & { kind: 'table' }
type Column = { leftPt: number; contentWidthPt: number; isAmount: boolean }
/** A row that is laid out: the lines of each cell. */
type Row = { cells: Line[][]; heightPt: number }

/** Tables with more columns have smaller gaps between them. */
const manyColumns = 7
const gutterOf = ({ head }: Table) => (head.length > manyColumns ? 9 : 16)
const paddingPt = 5
const unbrokenWidthPt = 84
/** No table gets smaller text for the sake of a word that is longer than this, such as an address of the web. */
const longWordPt = 150
const leastWidthPt = 24
const unboundedPt = 1_000_000

/** The sizes of a table's text, largest first: the first at which no word and no amount is broken. */
const sizesPt = [9.5, 9, 8.5, 8, 7.5, 7, 6.5] as const
const [usualSizePt] = sizesPt

const cellStyle = ({ clientStyle }: Pen, sizePt: number = usualSizePt): TextStyle => ({
  face: 'text',
  sizePt,
  leadingPt: sizePt + 4.5,
  color: clientStyle.ink,
})
const headStyle = (pen: Pen, sizePt: number = usualSizePt): TextStyle => ({
  ...cellStyle(pen, sizePt),
  face: 'strong',
  sizePt: sizePt - 0.5,
  color: pen.clientStyle.quiet,
})

/** Amounts, counts and percentages are aligned at the right. */
const looksLikeAmount = (cell: readonly Inline[]) =>
  /^[-–(]?[$£€]?[\d.,\s]+%?\)?$/.test(plainTextOf(cell).trim())

type Layout = { columns: Column[]; head: Row; rows: Row[] }

function layOutTable(pen: Pen, table: Table): Layout {
  const contentWidthPt = pen.contentWidthPt - gutterOf(table) * (table.head.length - 1)
  const cellWidths = measureColumns(pen, table, usualSizePt)
  const wordsPt = cellWidths.reduce(
    (sum, { wordWidthPt, isAmount }) => sum + (isAmount ? wordWidthPt : Math.min(wordWidthPt, longWordPt)),
    0,
  )
  // Widths are in proportion to the size.
  const sizePt =
    sizesPt.find(size => (wordsPt * size) / usualSizePt <= contentWidthPt) ?? sizesPt.at(-1) ?? usualSizePt
  const columns = columnsOf(
    pen,
    table,
    sizePt === usualSizePt ? cellWidths : measureColumns(pen, table, sizePt),
  )
  return {
    columns,
    head: rowOf(pen, table.head, columns, headStyle(pen, sizePt)),
    rows: table.rows.map(cells => rowOf(pen, cells, columns, cellStyle(pen, sizePt))),
  }
}

/** The height that must fit on the page where the table starts: a short table completely, else its head and three rows. */
export function tableStartHeightPt(pen: Pen, table: Table): number {
  const { head, rows } = layOutTable(pen, table)
  const heightOf = (some: readonly Row[]) => some.reduce((sum, { heightPt }) => sum + heightPt, head.heightPt)
  const wholePt = heightOf(rows)
  return wholePt <= pageContentHeightPt(pen) / 2 ? wholePt : heightOf(rows.slice(0, 3))
}

export function drawTable(pen: Pen, table: Table, parent: Struct): void {
  if (table.head.length === 0) return
  const { columns, head, rows } = layOutTable(pen, table)
  const maxHeightPt = head.heightPt + Math.max(0, ...rows.map(({ heightPt }) => heightPt))
  // A row is never split across pages, so a table with a row higher than a page is drawn as text.
  if (maxHeightPt > pageContentHeightPt(pen)) {
    drawAsText(pen, table, parent)
    return
  }
  ensureSpace(pen, tableStartHeightPt(pen, table))
  const struct = addStruct(pen, parent, 'Table')
  drawRow(pen, head, columns, { struct: addStruct(pen, struct, 'TR'), cell: 'TH' })
  for (const row of rows) {
    if (pen.yPt + row.heightPt > pageBottomOf(pen)) {
      startPage(pen)
      repeatHead(pen, head, columns)
    }
    drawRow(pen, row, columns, { struct: addStruct(pen, struct, 'TR'), cell: 'TD' })
  }
  struct.end()
  pen.yPt += 4
}

type ColumnWidths = CellWidths & { isAmount: boolean }

function measureColumns(pen: Pen, { head, rows }: Table, sizePt: number): ColumnWidths[] {
  const style = cellStyle(pen, sizePt)
  return head.map((title, index) => {
    const cells = rows.map(row => row[index] ?? [])
    const isAmount = cells.length > 0 && cells.every(looksLikeAmount)
    const widthsOfCells = [
      measureCell(pen, title, headStyle(pen, sizePt)),
      ...cells.map(cell => measureCell(pen, cell, withTabularFigures(style, isAmount))),
    ]
    const lineWidthPt = Math.max(...widthsOfCells.map(each => each.lineWidthPt)) + 1
    const wordWidthPt = Math.max(...widthsOfCells.map(each => each.wordWidthPt)) + 1
    // Dates and short names stay on one line, where all columns have room for that.
    const isUnbroken = head.length <= manyColumns && lineWidthPt <= unbrokenWidthPt
    return { lineWidthPt, wordWidthPt: isUnbroken ? lineWidthPt : wordWidthPt, isAmount }
  })
}

/**
 * Columns are as wide as their longest cell if all fit. Otherwise each gets the width of its longest word and a share of the
 * rest, in proportion to what it lacks.
 */
function columnsOf(pen: Pen, table: Table, cellWidths: readonly ColumnWidths[]): Column[] {
  const gutterPt = gutterOf(table)
  const widths = distributeWidth(cellWidths, pen.contentWidthPt - gutterPt * (table.head.length - 1))
  let leftPt = pen.leftPt
  return cellWidths.map(({ isAmount }, index) => {
    const column = { leftPt, contentWidthPt: widths[index] ?? 0, isAmount }
    leftPt += column.contentWidthPt + gutterPt
    return column
  })
}

type CellWidths = { lineWidthPt: number; wordWidthPt: number }

/** The widths of a cell on one line, and of its longest word in bold. */
function measureCell(pen: Pen, cell: readonly Inline[], style: TextStyle): CellWidths {
  // A word may be broken behind its hyphens.
  const words = plainTextOf(cell).split(/\s+|(?<=\p{L}-)(?=\p{L})/u)
  const strong: TextStyle = { ...style, face: 'strong' }
  const lines = breakLines(piecesOf(cell, style), unboundedPt, pen.measure)
  return {
    lineWidthPt: Math.max(0, ...lines.map(({ widthPt }) => widthPt)),
    wordWidthPt: Math.max(0, ...words.map(word => pen.measure(word, strong))),
  }
}

const withTabularFigures = (style: TextStyle, isAmount: boolean): TextStyle =>
  isAmount ? { ...style, hasTabularFigures: true } : style

function distributeWidth(cellWidths: readonly ColumnWidths[], contentWidthPt: number): number[] {
  const linesPt = cellWidths.reduce((sum, { lineWidthPt }) => sum + lineWidthPt, 0)
  // The remaining width goes to the first column, so that the last column ends at the margin.
  if (linesPt <= contentWidthPt)
    return cellWidths.map(
      ({ lineWidthPt }, index) => lineWidthPt + (index === 0 ? contentWidthPt - linesPt : 0),
    )
  const wordsPt = cellWidths.reduce((sum, { wordWidthPt }) => sum + wordWidthPt, 0)
  if (wordsPt >= contentWidthPt) return withBrokenWords(cellWidths, contentWidthPt)
  const lackingPt = linesPt - wordsPt
  return cellWidths.map(
    ({ lineWidthPt, wordWidthPt }) =>
      wordWidthPt + ((lineWidthPt - wordWidthPt) / lackingPt) * (contentWidthPt - wordsPt),
  )
}

/** Where even the smallest text has no room for each longest word, the longest words are broken, and no amount. */
function withBrokenWords(cellWidths: readonly ColumnWidths[], contentWidthPt: number): number[] {
  const widthsOf = (isOfAmounts: boolean) =>
    cellWidths.filter(({ isAmount }) => isAmount === isOfAmounts).map(({ wordWidthPt }) => wordWidthPt)
  const sumOf = (widthsPt: readonly number[]) => widthsPt.reduce((sum, widthPt) => sum + widthPt, 0)
  const remainingPt = contentWidthPt - sumOf(widthsOf(true))
  // More columns than any paper has room for.
  if (remainingPt < widthsOf(false).length * leastWidthPt) {
    const share = contentWidthPt / sumOf(cellWidths.map(({ wordWidthPt }) => wordWidthPt))
    return cellWidths.map(({ wordWidthPt }) => wordWidthPt * share)
  }
  const largestPt = largestWidth(widthsOf(false), remainingPt)
  return cellWidths.map(({ wordWidthPt, isAmount }) =>
    isAmount ? wordWidthPt : Math.min(wordWidthPt, largestPt),
  )
}

/** The width to which the widest must be cut for all to fit. */
function largestWidth(widthsPt: readonly number[], roomPt: number): number {
  let remainingPt = roomPt
  for (const [index, widthPt] of widthsPt.toSorted((one, other) => one - other).entries()) {
    const sharePt = remainingPt / (widthsPt.length - index)
    if (widthPt > sharePt) return sharePt
    remainingPt -= widthPt
  }
  return roomPt
}

function rowOf(pen: Pen, cells: readonly Inline[][], columns: readonly Column[], style: TextStyle): Row {
  const lines = columns.map(({ contentWidthPt, isAmount }, index) =>
    breakLines(
      piecesOf(cells[index] ?? [], withTabularFigures(style, isAmount)),
      contentWidthPt,
      pen.measure,
    ),
  )
  const lineCount = Math.max(1, ...lines.map(({ length }) => length))
  return { cells: lines, heightPt: lineCount * style.leadingPt + 2 * paddingPt }
}

type RowTags = { struct: Struct; cell: 'TH' | 'TD' }

function drawRow(pen: Pen, row: Row, columns: readonly Column[], { struct, cell }: RowTags): void {
  columns.forEach((column, index) => {
    const tag = addStruct(pen, struct, cell, cell === 'TH' ? { scope: 'Column' } : {})
    drawCell(pen, row.cells[index] ?? [], column, tag)
    tag.end()
  })
  struct.end()
  finishRow(pen, row, cell === 'TH')
}

function drawCell(
  pen: Pen,
  lines: readonly Line[],
  { leftPt, contentWidthPt, isAmount }: Column,
  tag: Struct,
): void {
  lines.forEach((line, index) => {
    const [run] = line.runs
    const x = isAmount ? leftPt + contentWidthPt - line.widthPt : leftPt
    drawLine(pen, line, tag, x, pen.yPt + paddingPt + index * (run?.style.leadingPt ?? 0))
  })
}

/** Repeats the head on later pages as an artifact, so that screen readers do not read it again. */
function repeatHead(pen: Pen, head: Row, columns: readonly Column[]): void {
  columns.forEach(({ leftPt, contentWidthPt, isAmount }, index) => {
    head.cells[index]?.forEach((line, lineIndex) => {
      let x = isAmount ? leftPt + contentWidthPt - line.widthPt : leftPt
      for (const { text, style, widthPt } of line.runs) {
        const left = x
        const topPt =
          pen.yPt + paddingPt + lineIndex * style.leadingPt + (style.leadingPt - style.sizePt * 1.2) / 2
        drawArtifact(pen, () => drawSpans(pen, text, style, left, topPt))
        x += widthPt
      }
    })
  })
  finishRow(pen, head, true)
}

function finishRow(pen: Pen, row: Row, isHead: boolean): void {
  pen.yPt += row.heightPt
  hairline(
    pen,
    pen.leftPt,
    pen.leftPt + pen.contentWidthPt,
    pen.yPt,
    isHead ? pen.clientStyle.quiet : pen.clientStyle.line,
  )
}

function drawAsText(pen: Pen, { head, rows }: Table, parent: Struct): void {
  for (const cells of rows) {
    addSpace(pen, 8)
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
