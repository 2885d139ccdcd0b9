import { toDecimal } from '../../domain/money.ts'
import type { Cell, FileColumn } from './cells.ts'

/** Spreadsheets read a file in another encoding without it, and names such as “Müller” become unreadable. */
const byteOrderMark = '\uFEFF'

/** A spreadsheet would run a text that begins like this as a formula. An apostrophe makes it text again (OWASP, CSV injection). */
const formulaStart = /^[\s]*[=+\-@\t\r＝＋－＠]/

/** A file of comma-separated values by RFC 4180, in pieces. Amounts have a point and no grouping, dates are `YYYY-MM-DD`, and times follow. */
export async function* csvFile(
  columns: readonly FileColumn[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + lineOf(columns.map(({ heading }) => quoted(heading)))
  for await (const row of rows)
    yield lineOf(row.map((cell, index) => fieldOf(cell, columns[index]?.type ?? 'text')))
}

const lineOf = (fields: readonly string[]) => `${fields.join(',')}\r\n`

function fieldOf(cell: Cell, type: FileColumn['type']): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return toDecimal(cell)
  if (type !== 'text') return String(cell)
  const text = String(cell)
  return quoted(formulaStart.test(text) ? `'${text}` : text)
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
