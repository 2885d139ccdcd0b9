/** A row with text, and its number in the file from 1. */
export type SpreadsheetRow = { row: number; cells: string[] }

export type SpreadsheetLimits = { maxRows: number }

/** Why a file cannot be read, as a whole sentence for people. */
export class SpreadsheetProblem extends Error {
  override name = 'SpreadsheetProblem'
}

/** The most columns that are read, and the most characters of a cell. */
export const maxColumns = 50
const maxCellLength = 2000

/** The cells without the spaces around them. Rows without any text are left out; throws beyond the limits. */
export function rowsWithText(
  rows: Iterable<SpreadsheetRow>,
  { maxRows }: SpreadsheetLimits,
): SpreadsheetRow[] {
  const found: SpreadsheetRow[] = []
  for (const { row, cells: raw } of rows) {
    const cells = raw.slice(0, maxColumns).map(cell => cell.trim())
    if (cells.every(cell => cell === '')) continue
    if (cells.some(cell => cell.length > maxCellLength))
      throw new SpreadsheetProblem(
        `Row ${row} has a cell with more than ${maxCellLength.toLocaleString('en')} characters.`,
      )
    if (found.length >= maxRows)
      throw new SpreadsheetProblem(`The file has more than ${maxRows.toLocaleString('en')} rows.`)
    found.push({ row, cells })
  }
  return found
}
