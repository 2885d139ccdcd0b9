import type { ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import { toDecimal } from '../../domain/money.ts'
import type { Cell, FileColumn } from './cells.ts'

/** Negative amounts in parentheses (§9). */
const moneyFormat = '#,##0.00;(#,##0.00)'
const timeFormat = 'hh:mm:ss'
const dateFormats = { 'en-US': 'mm/dd/yyyy', 'en-GB': 'dd/mm/yyyy' } as const

/** The most characters that a cell can hold. */
const maxCellCharacters = 32_767
/** The most digits that a spreadsheet calculates with. */
const maxDigits = 15

/** A workbook of one sheet, in pieces, with a heading that stays in sight. Memory does not grow with the rows. */
export function xlsxFile(
  columns: readonly FileColumn[],
  rows: AsyncIterable<readonly Cell[]>,
  { sheet, locale }: { sheet: string; locale: keyof typeof dateFormats },
): ReadableStream<Uint8Array> {
  const formats = {
    text: {},
    number: {},
    id: {},
    money: { numFmt: moneyFormat },
    date: { numFmt: dateFormats[locale] },
    instant: { numFmt: `${dateFormats[locale]} ${timeFormat}` },
  }
  return writeXlsxStream(cellsOf(columns, rows), {
    name: sheet,
    freezePane: { rows: 1 },
    columns: columns.map(({ heading, type, widthCharacters }) => ({
      header: heading,
      width: widthCharacters,
      ...formats[type],
    })),
    // The library declares the browser's stream; Node's is the same at run time.
  }) as unknown as ReadableStream<Uint8Array>
}

async function* cellsOf(columns: readonly FileColumn[], rows: AsyncIterable<readonly Cell[]>) {
  for await (const row of rows) yield row.map((cell, index) => cellOf(cell, columns[index]?.type ?? 'text'))
}

function cellOf(cell: Cell, type: FileColumn['type']): string | number | Date | null {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'bigint') {
    const digits = toDecimal(cell)
    // A number would lose its last digits, so that an amount of this size is text.
    return digits.replace(/\D/g, '').length > maxDigits ? digits : Number(digits)
  }
  // A date has no time zone; spreadsheets count days from a midnight in UTC.
  if (type === 'instant') return new Date(`${cell.replace(' ', 'T')}Z`)
  return type === 'date' ? new Date(`${cell}T00:00:00Z`) : textOf(cell)
}

/** Text is never read as a formula: the library writes it as a string. */
function textOf(text: string): string {
  // XML has no way to write these, and one of them would end the workbook for its reader. `_x0041_` in a cell means the letter A.
  const literal = text
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return literal.length > maxCellCharacters ? `${literal.slice(0, maxCellCharacters - 1)}…` : literal
}
