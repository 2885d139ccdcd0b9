import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import {
  keepRows,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from './spreadsheet-problem.ts'

const neither = 'The file is neither a workbook (.xlsx or .ods) nor a CSV file.'
/** Older workbooks of Excel, and those with a password, are files of this kind (MS-CFB). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The records of a text file, separated by commas, semicolons, tabs, or what its first line says. @throws SpreadsheetProblem */
export function readCsv(bytes: Buffer, limits: SpreadsheetLimits): SpreadsheetRow[] {
  const rows: SpreadsheetRow[] = []
  readCsvRows(bytes, limits, row => rows.push(row))
  return rows
}

/** As readCsv, row by row, so that the rows of a large file need not be in memory together. */
export function readCsvRows(
  bytes: Buffer,
  limits: SpreadsheetLimits,
  onRow: (row: SpreadsheetRow) => void,
): void {
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile))
    throw new SpreadsheetProblem(
      'The file is an old Excel workbook (.xls) or has a password. Save it as .xlsx without a password.',
    )
  const whole = inUtf8(bytes)
  if (whole.includes(0)) throw new SpreadsheetProblem(neither)
  const { delimiter, skippedBytes } = separated(whole)
  const keep = keepRows(limits, onRow)
  const requireHeadings = cellCounter(delimiter)
  let row = 0
  try {
    parse(whole.subarray(skippedBytes), {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      on_record: (cells: string[]) => {
        row += 1
        requireHeadings(row, cells)
        keep({ row, cells: cells.map(withoutApostrophe) })
        return null
      },
    })
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error
    throw new SpreadsheetProblem(`Line ${lineOf(error)} has quotation marks that do not match.`)
  }
}

/**
 * Refuses a line with more values than the first one has headings: an amount such as 1,234.50 without quotation marks is two of them, and
 * the first would be read as another amount.
 */
function cellCounter(delimiter: string): (row: number, cells: readonly string[]) => void {
  let headings = 0
  return (row, cells) => {
    // Some programs end each row with a separator, or with those of columns that are empty.
    const values = cells.findLastIndex(cell => cell.trim() !== '') + 1
    if (values === 0) return
    if (headings === 0) headings = cells.length
    if (headings > 1 && values > headings)
      throw new SpreadsheetProblem(
        `Row ${row} has ${values} values, but the first row has ${headings} headings. Put quotation marks around each value that contains “${delimiter}”.`,
      )
  }
}

/** The line of a file at which the parser stopped, from 1. */
const lineOf = (error: unknown): number =>
  error instanceof CsvError && typeof error.lines === 'number' ? error.lines : 1

const byteOrderMark = Buffer.from('\ufeff')

/** In UTF-8, without the byte order mark. UTF-16 as in Excel's "Unicode Text", UTF-8, or what spreadsheet programs on Windows write. */
function inUtf8(bytes: Buffer): Buffer {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(new TextDecoder('utf-16le').decode(bytes))
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return Buffer.from(new TextDecoder('utf-16be').decode(bytes))
  if (!isUtf8(bytes)) return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.length)
    : bytes
}

/** A first line that is longer is no row of headings. */
const maxFirstLine = 64 * 1024

/** The line `sep=;` names the separator for Excel and is no row. Without it, it is the one that the first line has most of. */
function separated(whole: Buffer): { delimiter: string; skippedBytes: number } {
  const start = whole.toString('utf8', 0, maxFirstLine)
  const [line = '', named] = /^"?sep=([^"\r\n])"?[^\S\t]*(?:\r\n?|\n|$)/i.exec(start) ?? []
  if (named !== undefined) return { delimiter: named, skippedBytes: Buffer.byteLength(line) }
  const [first = ''] = start.split(/\r?\n/, 1)
  const count = (separator: string) => first.split(separator).length
  // Where two are equally frequent, a comma or a semicolon is more often a part of a heading.
  const delimiter = ['\t', ';', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
  return { delimiter, skippedBytes: 0 }
}

/** An exported text that begins like a formula has an apostrophe before it (src/server/export/csv.ts). */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@\t\r＝＋－＠])/, '')
