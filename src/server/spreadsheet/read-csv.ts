import { parse } from 'csv-parse/sync'
import {
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from './spreadsheet-problem.ts'

const neither = 'The file is neither a workbook (.xlsx or .ods) nor a CSV file.'
/** Older workbooks of Excel, and those with a password, are files of this kind (MS-CFB). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The records of a text file, separated by commas, semicolons, tabs, or what its first line says. @throws SpreadsheetProblem */
export function readCsv(bytes: Buffer, limits: SpreadsheetLimits): SpreadsheetRow[] {
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile))
    throw new SpreadsheetProblem(
      'The file is an old Excel workbook (.xls) or has a password. Save it as .xlsx without a password.',
    )
  const whole = decode(bytes)
  if (whole.includes('\0')) throw new SpreadsheetProblem(neither)
  const { delimiter, text } = separated(whole)
  let records: string[][]
  try {
    records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      // Not whole gigabytes of lines: one more than allowed is enough to refuse the file, and empty lines are few.
      to: limits.maxRows + 1000,
    })
  } catch {
    throw new SpreadsheetProblem('The file has quotation marks that do not match.')
  }
  return rowsWithText(
    records.map((cells, index) => ({ row: index + 1, cells: cells.map(withoutApostrophe) })),
    limits,
  )
}

/** Without the byte order mark. UTF-16 as in Excel's "Unicode Text", UTF-8, or what spreadsheet programs on Windows write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The line `sep=;` names the separator for Excel and is no row. Without it, it is the one that the first line has most of. */
function separated(whole: string): { delimiter: string; text: string } {
  const [line = '', named] = /^"?sep=([^"\r\n])"?[^\S\t]*(?:\r\n?|\n|$)/i.exec(whole) ?? []
  if (named !== undefined) return { delimiter: named, text: whole.slice(line.length) }
  const [first = ''] = whole.split(/\r?\n/, 1)
  const count = (separator: string) => first.split(separator).length
  // Where two are equally frequent, a comma or a semicolon is more often a part of a heading.
  const delimiter = ['\t', ';', ','].reduce((best, each) => (count(each) > count(best) ? each : best))
  return { delimiter, text: whole }
}

/** An exported text that begins like a formula has an apostrophe before it (src/server/export/csv.ts). */
const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@\t\r＝＋－＠])/, '')
