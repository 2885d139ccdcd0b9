import { streamXlsxRows } from 'hucre/xlsx'
import { checkZip } from './check-zip.ts'
import {
  maxColumns,
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from './spreadsheet-problem.ts'

/** The first sheet of a workbook as text. @throws SpreadsheetProblem */
export async function readXlsx(bytes: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  await checkZip(bytes)
  const rows: SpreadsheetRow[] = []
  try {
    // One row more than is allowed, so that a longer file is noticed; empty rows below the last one count too.
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: limits.maxRows + 1000 })) {
      const row = index + 1
      rows.push({
        row,
        cells: values.slice(0, maxColumns).map((value, column) => textOf(value, row, column)),
      })
    }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error
    throw new SpreadsheetProblem('The file is damaged or is not a workbook.')
  }
  return rowsWithText(rows, limits)
}

function textOf(value: unknown, row: number, column: number): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  // Dates of a workbook have no time zone; the reader gives them in UTC.
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().slice(0, 10)
  throw new SpreadsheetProblem(
    `Cell ${columnName(column)}${row} cannot be read. Enter its value as text or as a number.`,
  )
}

/** `1234.5`: without an exponent, and without the noise of binary fractions beyond fifteen digits. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const rounded = Number(value.toPrecision(15))
  return rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}
