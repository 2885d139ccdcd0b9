import { streamXlsxRows } from 'hucre/xlsx'
import { notAWorkbook } from './check-zip.ts'
import {
  cellName,
  keepRows,
  markedNumber,
  maxColumns,
  plainPercent,
  requireNothingCovered,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
  withHiddenColumns,
} from './spreadsheet-problem.ts'
import { readSheetLook, type SheetLook } from './xlsx-look.ts'

/** The first sheet of an Excel workbook that is not hidden, as text. @throws SpreadsheetProblem */
export async function readXlsx(bytes: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  const rows: SpreadsheetRow[] = []
  try {
    const look = await readSheetLook(bytes, limits.maxRows)
    const keep = keepRows(limits, row => rows.push(row))
    // Rows without text do not count: a sheet may have many that are only formatted, and values below them.
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: look.sheet })) {
      const row = index + 1
      keep({
        row,
        cells: values.slice(0, maxColumns).map((value, column) => textOf(value, { row, column, look })),
        isHidden: look.hiddenRows.has(row),
      })
    }
    requireNothingCovered(rows, look.merged)
    return withHiddenColumns(rows, look.hiddenColumns)
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error
    throw new SpreadsheetProblem(notAWorkbook)
  }
}

type Place = { row: number; column: number; look: SheetLook }

function textOf(value: unknown, { row, column, look }: Place): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return look.days.has(cellName(row, column)) ? value.slice(0, 10) : value
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
  return markedNumber(mark ?? '', value)
}
