import { streamXlsxRows } from 'hucre/xlsx'
import { notAWorkbook } from './check-zip.ts'
import {
  cellName,
  maxColumns,
  plainNumber,
  plainPercent,
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from './spreadsheet-problem.ts'
import { readSheetLook, type SheetLook } from './xlsx-look.ts'

/** The first sheet of an Excel workbook that is not hidden, as text. @throws SpreadsheetProblem */
export async function readXlsx(bytes: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  const rows: SpreadsheetRow[] = []
  // One row more than is allowed, so that a longer file is noticed; empty rows below the last one count too.
  const maxRows = limits.maxRows + 1000
  try {
    const look = await readSheetLook(bytes, maxRows)
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows, sheet: look.sheet })) {
      const row = index + 1
      rows.push({
        row,
        cells: values.slice(0, maxColumns).map((value, column) => textOf(value, { row, column, look })),
        isHidden: look.hiddenRows.has(row),
      })
    }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error
    throw new SpreadsheetProblem(notAWorkbook)
  }
  return rowsWithText(rows, limits)
}

type Place = { row: number; column: number; look: SheetLook }

function textOf(value: unknown, { row, column, look }: Place): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value, look.marks.get(cellName(row, column)))
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  // Dates of a workbook have no time zone; the reader gives them in UTC.
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().slice(0, 10)
  throw new SpreadsheetProblem(
    `Cell ${cellName(row, column)} cannot be read. Enter its value as text or as a number.`,
  )
}

/** With the currency or the percent sign that people see in the cell, which is not in its value. */
function numberText(value: number, mark: string | undefined): string {
  if (mark === '%') return plainPercent(value)
  return `${mark ?? ''}${plainNumber(value)}`
}
