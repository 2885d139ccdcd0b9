import { parse } from 'csv-parse/sync'
import {
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from './spreadsheet-problem.ts'

/** The records of a CSV file, separated by commas, semicolons or tabs. @throws SpreadsheetProblem */
export function readCsv(bytes: Buffer, limits: SpreadsheetLimits): SpreadsheetRow[] {
  if (bytes.includes(0))
    throw new SpreadsheetProblem('The file is neither a workbook (.xlsx) nor a CSV file.')
  const text = decode(bytes)
  let records: string[][]
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      // Not whole gigabytes of lines: one more than allowed is enough to refuse the file, and empty lines are few.
      to: limits.maxRows + 1000,
    })
  } catch {
    throw new SpreadsheetProblem('The file has quotation marks that do not match.')
  }
  return rowsWithText(
    records.map((cells, index) => ({ row: index + 1, cells })),
    limits,
  )
}

/** UTF-8, or what spreadsheet programs on Windows write. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}
