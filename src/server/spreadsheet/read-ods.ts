import { notAWorkbook } from './check-zip.ts'
import { readXmlPart } from './read-xml-part.ts'
import {
  maxColumns,
  plainNumber,
  plainPercent,
  rowsWithText,
  type SpreadsheetLimits,
  SpreadsheetProblem,
  type SpreadsheetRow,
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
    return rowsWithText(sheet.rows, limits)
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
  let [style, row, isSpreadsheet] = ['', 0, false]
  let table: 'none' | 'read' | 'hidden' | 'done' = 'none'
  let current: CurrentRow = { cells: [], repeat: 1, isHidden: false }
  let cell: { attributes: Attributes; text: string } | null = null
  const isIn = (name: string) => path.includes(name)
  const open = (name: string, attributes: Attributes) => {
    path.push(name)
    if (name === 'spreadsheet') isSpreadsheet = true
    if (name === 'style') style = attributes['style:name'] ?? ''
    if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style)
    if (name === 'table' && table !== 'done' && isIn('spreadsheet') && !isIn('table-row'))
      table = hiddenStyles.has(attributes['table:style-name'] ?? '') ? 'hidden' : 'read'
    if (table !== 'read') return
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
    if (name === 'table' && table !== 'done' && !isIn('table-row')) table = table === 'read' ? 'done' : 'none'
    if ((name === 'table-cell' || name === 'covered-table-cell') && cell !== null) {
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
  const isDone = () => table === 'done' || rows.length > maxRows
  return { rows, open, text, close, isDone, isSpreadsheet: () => isSpreadsheet }
}

const countOf = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)

const rowOf = (attributes: Attributes): CurrentRow => ({
  cells: [],
  repeat: countOf(attributes['table:number-rows-repeated']),
  isHidden: (attributes['table:visibility'] ?? 'visible') !== 'visible',
})

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
      return plainNumber(value)
    case 'currency':
      return `${attributes['office:currency'] ?? /\p{Sc}/u.exec(text)?.[0] ?? ''} ${plainNumber(value)}`
    case 'percentage':
      return plainPercent(value)
    case 'date':
      return attributes['office:date-value']?.slice(0, 10) ?? text
    case 'boolean':
      return attributes['office:boolean-value']?.toUpperCase() ?? text
    default:
      return attributes['office:string-value'] ?? text
  }
}
