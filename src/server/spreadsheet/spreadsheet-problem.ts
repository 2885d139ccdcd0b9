/**
 * A row with text, its number in the file from 1, and whether the file hides it, such as by a filter. `hiddenColumns`: of the first row, the
 * places of the columns that the file hides, from 0.
 */
export type SpreadsheetRow = { row: number; cells: string[]; isHidden?: boolean; hiddenColumns?: number[] }

export type SpreadsheetLimits = { maxRows: number }

/** Why a file cannot be read, as a whole sentence for people. */
export class SpreadsheetProblem extends Error {
  override name = 'SpreadsheetProblem'
}

/** The most columns that are read, and the most characters of a cell. */
export const maxColumns = 50
const maxCellLength = 2000

/** The rows with text (`keepRows`). */
export function rowsWithText(rows: Iterable<SpreadsheetRow>, limits: SpreadsheetLimits): SpreadsheetRow[] {
  const found: SpreadsheetRow[] = []
  const keep = keepRows(limits, row => found.push(row))
  for (const row of rows) keep(row)
  return found
}

/**
 * Gives on the rows that come, one after another, their cells without the spaces around them. Rows without any text are left out; throws beyond
 * the limits.
 */
export function keepRows(
  { maxRows }: SpreadsheetLimits,
  onRow: (row: SpreadsheetRow) => void,
): (row: SpreadsheetRow) => void {
  let found = 0
  return ({ row, cells: raw, isHidden }) => {
    const cells = raw.slice(0, maxColumns).map(cell => cell.trim())
    if (cells.every(cell => cell === '')) return
    const tooLong = cells.findIndex(cell => cell.length > maxCellLength)
    if (tooLong !== -1)
      throw new SpreadsheetProblem(
        `Cell ${cellName(row, tooLong)} has more than ${maxCellLength.toLocaleString('en')} characters.`,
      )
    if (found >= maxRows)
      throw new SpreadsheetProblem(`The file has more than ${maxRows.toLocaleString('en')} rows.`)
    found += 1
    onRow({ row, cells, ...(isHidden ? { isHidden } : {}) })
  }
}

/** The rows, the first of them with the columns that the file hides. */
export const withHiddenColumns = (
  rows: readonly SpreadsheetRow[],
  hiddenColumns: readonly number[],
): SpreadsheetRow[] =>
  rows.map((row, index) =>
    index === 0 && hiddenColumns.length > 0 ? { ...row, hiddenColumns: [...hiddenColumns] } : row,
  )

/** Why a column that is read may not be hidden, as a sentence; null if none is. */
export function hiddenColumnProblem(
  { cells, hiddenColumns = [] }: SpreadsheetRow,
  places: Iterable<number>,
): string | null {
  const hidden = [...places].find(place => hiddenColumns.includes(place))
  return hidden === undefined
    ? null
    : `The file hides its column “${cells[hidden] ?? ''}”. Show it or delete it, and choose the file again.`
}

/** Throws for a workbook in which more than one visible sheet has values, because only one is read. */
export function requireOneSheet(sheetsWithValues: number): void {
  if (sheetsWithValues > 1)
    throw new SpreadsheetProblem(
      'The file has more than one sheet with values, and we read only one. Delete or hide the others, and choose the file again.',
    )
}

/** For a cell that a program wrote and no spreadsheet program has computed. */
export const withoutResult = (cell: string): SpreadsheetProblem =>
  new SpreadsheetProblem(
    `Cell ${cell} has a formula without its result. Open the file in a spreadsheet program, save it there, and choose it again.`,
  )

export type CellRange = { top: number; bottom: number; left: number; right: number }

const maxMerged = 1000

/** Throws for a value below a merged cell, which nobody sees. */
export function requireNothingCovered(rows: readonly SpreadsheetRow[], merged: readonly CellRange[]): void {
  if (merged.length > maxMerged)
    throw new SpreadsheetProblem('The file has too many merged cells. Split them.')
  for (const { top, bottom, left, right } of merged)
    for (const { row, cells } of rows) {
      if (row < top || row > bottom) continue
      const covered = cells.findIndex(
        (cell, place) => cell !== '' && place >= left && place <= right && (row > top || place > left),
      )
      if (covered !== -1) throw coveredValue(cellName(row, covered))
    }
}

/** For a value that a merged cell covers. */
export const coveredValue = (cell: string): SpreadsheetProblem =>
  new SpreadsheetProblem(
    `Cell ${cell} has a value that a merged cell covers. Split the merged cell, and choose the file again.`,
  )

/** `C2` for the row 2 and the column 2, which counts from 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row}`

/** The place of the column `C` from 0. */
export const columnPlace = (name: string): number =>
  [...name].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}

/** `1234.5`: without an exponent, and without the noise of binary fractions beyond fifteen digits. */
export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const rounded = Number(value.toPrecision(15))
  return rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })
}

/** `-$1234.5`, `-GBP 1234.5`: the sign first, as people write it. */
export const markedNumber = (mark: string, value: number): string =>
  `${value < 0 ? '-' : ''}${mark}${/\w$/.test(mark) ? ' ' : ''}${plainNumber(Math.abs(value))}`

export const plainPercent = (value: number): string => `${plainNumber(value * 100)}%`
