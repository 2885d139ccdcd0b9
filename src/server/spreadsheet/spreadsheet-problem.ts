/** A row with text, its number in the file from 1, and whether the file hides it, such as by a filter. */
export type SpreadsheetRow = { row: number; cells: string[]; isHidden?: boolean }

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

/** `C2` for the row 2 and the column 2, which counts from 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row}`

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

export const plainPercent = (value: number): string => `${plainNumber(value * 100)}%`
