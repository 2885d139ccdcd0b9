import { notAWorkbook } from './check-zip.ts'
import { readXmlPart } from './read-xml-part.ts'
import {
  cellName,
  coveredValue,
  markedNumber,
  maxColumns,
  plainPercent,
  requireOneSheet,
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
  withHiddenColumns,
  withoutResult,
} from './spreadsheet-problem.ts'

type Attributes = Readonly<Record<string, string>>
type CurrentRow = { cells: string[]; repeat: number; isHidden: boolean }

/** The first sheet of an OpenDocument spreadsheet that is not hidden, as text. @throws SpreadsheetProblem */
export async function readOds(bytes: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  try {
    await requireNoPassword(bytes)
    const sheet = sheetReader(limits.maxRows + 1)
    await readXmlPart(bytes, 'content.xml', sheet)
    if (!sheet.isSpreadsheet()) throw new SpreadsheetProblem(notAWorkbook)
    requireOneSheet(sheet.sheetsWithText())
    return withHiddenColumns(rowsWithText(sheet.rows, limits), sheet.hiddenColumns)
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw error
    throw new SpreadsheetProblem(notAWorkbook)
  }
}

async function requireNoPassword(bytes: Buffer): Promise<void> {
  await readXmlPart(bytes, 'META-INF/manifest.xml', {
    open: name => {
      if (name === 'encryption-data')
        throw new SpreadsheetProblem('The file is protected with a password. Save it without one.')
    },
  })
}

/** Collects the rows with text of the first visible sheet (OpenDocument 1.3, part 3, 9.1). */
function sheetReader(maxRows: number) {
  const rows: SpreadsheetRow[] = []
  const path: string[] = []
  const hiddenStyles = new Set<string>()
  const hiddenColumns: number[] = []
  let [style, row, column, isSpreadsheet, othersWithValues] = ['', 0, 0, false, 0]
  // `other`: a further visible sheet, of which only that it has values matters.
  let table: 'none' | 'read' | 'hidden' | 'done' | 'other' = 'none'
  let current: CurrentRow = { cells: [], repeat: 1, isHidden: false }
  let cell: { attributes: Attributes; text: string } | null = null
  const isIn = (name: string) => path.includes(name)
  const open = (name: string, attributes: Attributes) => {
    path.push(name)
    if (name === 'spreadsheet') isSpreadsheet = true
    if (name === 'style') style = attributes['style:name'] ?? ''
    if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style)
    if (name === 'table' && isIn('spreadsheet') && !isIn('table-row')) {
      const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
      if (table === 'done') table = isHidden ? 'done' : 'other'
      else table = isHidden ? 'hidden' : 'read'
    }
    if (table === 'other' && attributes['office:value-type'] !== undefined) othersWithValues += 1
    if (table !== 'read') return
    if (name === 'table-column') {
      const next = column + countOf(attributes['table:number-columns-repeated'])
      if (!isVisible(attributes))
        for (; column < Math.min(next, maxColumns); column++) hiddenColumns.push(column)
      column = next
    }
    if (name === 'table-row') current = rowOf(attributes)
    if (name === 'table-cell' || name === 'covered-table-cell') cell = { attributes, text: '' }
    if (cell === null || isIn('annotation')) return
    if (name === 'p' && cell.text !== '') cell.text += '\n'
    cell.text += inlineText(name, attributes)
  }
  const text = (piece: string) => {
    if (cell !== null && isIn('p') && !isIn('annotation')) cell.text += piece
  }
  const close = (name: string) => {
    path.pop()
    if (name === 'table' && !isIn('table-row'))
      table = table === 'hidden' || table === 'none' ? 'none' : 'done'
    if ((name === 'table-cell' || name === 'covered-table-cell') && cell !== null) {
      if (isWithoutResult(cell.attributes)) throw withoutResult(cellName(row + 1, current.cells.length))
      if (name === 'covered-table-cell' && cellText(cell.attributes, cell.text) !== '')
        throw coveredValue(cellName(row + 1, current.cells.length))
      addCells(current.cells, cell.attributes, cell.text)
      cell = null
    }
    if (name !== 'table-row' || table !== 'read') return
    const { cells, repeat, isHidden } = current
    if (cells.some(each => each !== ''))
      for (let index = 1; index <= repeat && rows.length <= maxRows; index++)
        rows.push({ row: row + index, cells, isHidden })
    row += repeat
  }
  const isDone = () => rows.length > maxRows || othersWithValues > 0
  const sheetsWithText = () => (rows.length > 0 ? 1 : 0) + (othersWithValues > 0 ? 1 : 0)
  return {
    rows,
    hiddenColumns,
    open,
    text,
    close,
    isDone,
    isSpreadsheet: () => isSpreadsheet,
    sheetsWithText,
  }
}

const countOf = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)

const rowOf = (attributes: Attributes): CurrentRow => ({
  cells: [],
  repeat: countOf(attributes['table:number-rows-repeated']),
  isHidden: !isVisible(attributes),
})

const isVisible = (attributes: Attributes): boolean =>
  (attributes['table:visibility'] ?? 'visible') === 'visible'

const isWithoutResult = (attributes: Attributes): boolean =>
  attributes['table:formula'] !== undefined && attributes['office:value-type'] === undefined

function inlineText(name: string, attributes: Attributes): string {
  // Longer runs are a trick.
  if (name === 's') return ' '.repeat(Math.min(countOf(attributes['text:c']), 100))
  if (name === 'line-break') return '\n'
  return name === 'tab' ? '\t' : ''
}

function addCells(cells: string[], attributes: Attributes, text: string): void {
  const value = cellText(attributes, text)
  const repeat = Math.min(countOf(attributes['table:number-columns-repeated']), maxColumns - cells.length)
  for (let index = 0; index < repeat; index++) cells.push(value)
}

/** The value rather than what is shown, which is rounded; with the currency, which is beside it. */
function cellText(attributes: Attributes, text: string): string {
  const value = Number(attributes['office:value'])
  switch (attributes['office:value-type']) {
    case 'float':
      // A sign that stands in the format as text is in what is shown alone. A formula that gives true or false is a number here.
      return isTruth.test(text) ? text : markedNumber(`${shownMinus(text, value)}${shownMark(text)}`, value)
    case 'currency':
      return markedNumber(
        `${shownMinus(text, value)}${attributes['office:currency'] ?? shownMark(text)}`,
        value,
      )
    case 'percentage':
      return plainPercent(value)
    case 'date':
      return attributes['office:date-value']?.slice(0, 10) ?? text
    case 'boolean':
      return attributes['office:boolean-value']?.toUpperCase() ?? text
    default:
      // A cell with an error has an empty value, and shows the error.
      return attributes['office:string-value'] || text
  }
}

const isTruth = /^(?:TRUE|FALSE)$/
const isoCodes = new Set(Intl.supportedValuesOf('currency'))

/** A minus for an amount that its format shows as negative, as `(0.00)` does. */
const shownMinus = (text: string, value: number): string =>
  value > 0 && /^[\s\p{Sc}]*[-\u2212(][\s\p{Sc}]*\d/u.test(text) ? '-' : ''

/** The currency that a shown number has beside its figures: `£`, `US$`, `GBP`. */
const shownMark = (text: string): string =>
  /[A-Z]*\p{Sc}/u.exec(text)?.[0] ?? text.match(/\b[A-Z]{3}\b/g)?.find(code => isoCodes.has(code)) ?? ''
