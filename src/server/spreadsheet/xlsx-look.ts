import { posix } from 'node:path'
import { formatMark } from './format-mark.ts'
import { readXmlPart } from './read-xml-part.ts'
import {
  type CellRange,
  cellName,
  columnPlace,
  maxColumns,
  requireOneSheet,
  withoutResult,
} from './spreadsheet-problem.ts'

/** What a workbook shows beside its values, which its reader leaves out. */
export type SheetLook = {
  /** The place of the first sheet that is not hidden, from 0. */
  sheet: number
  /** The numbers of the rows that are hidden by hand, by a filter or by a closed group. */
  hiddenRows: ReadonlySet<number>
  /** The places of the hidden columns, from 0. */
  hiddenColumns: readonly number[]
  /** The merged cells, by their rows from 1 and their columns from 0, both inclusive. */
  merged: readonly CellRange[]
  /** The currency or percent sign that the format of a cell adds, by the cell's name. */
  marks: ReadonlyMap<string, string>
  /** The names of the cells whose value is a day in ISO 8601, as Excel writes it in a strict workbook (ECMA-376, part 1, 18.18.11). */
  days: ReadonlySet<string>
}

/**
 * @param maxRows the rows with values that are read.
 * @throws SpreadsheetProblem for values that the file does not show as they are; an error for a workbook that is not well-formed.
 */
export async function readSheetLook(bytes: Buffer, maxRows: number): Promise<SheetLook> {
  const { index, path, others, stylesPath } = await findSheet(bytes)
  const used = [index]
  for (const other of others) if (await hasValues(bytes, other.path)) used.push(other.index)
  requireOneSheet(used.length)
  const cells = cellReader(await readFormats(bytes, stylesPath), maxRows)
  await readXmlPart(bytes, path, cells)
  if (!cells.isFound()) throw new Error('the workbook has no such sheet')
  const { hiddenRows, hiddenColumns, merged, marks, days } = cells
  return { sheet: index, hiddenRows, hiddenColumns: [...hiddenColumns], merged, marks, days }
}

function cellReader(formats: readonly (string | undefined)[], maxRows: number) {
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  const merged: CellRange[] = []
  const marks = new Map<string, string>()
  const days = new Set<string>()
  let [row, column, rowsWithValue] = [0, 0, 0]
  let [isFound, rowHasValue, isValue] = [false, false, false]
  let cell = newCell('', '', undefined)
  const openCell = ({ r, s, t = '' }: Readonly<Record<string, string>>) => {
    cell = newCell(r ?? cellName(row, column), t, s === undefined ? undefined : formats[Number(s)])
    column += 1
  }
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    isFound = true
    if (name === 'col' && isTrue(attributes.hidden))
      for (const place of columnsFrom(attributes)) hiddenColumns.add(place)
    if (name === 'row') {
      row = attributes.r === undefined ? row + 1 : Number(attributes.r)
      column = 0
      rowHasValue = false
      if (isTrue(attributes.hidden) || Number(attributes.ht ?? 1) === 0) hiddenRows.add(row)
    }
    if (name === 'mergeCell') merged.push(...rangeOf(attributes.ref))
    if (name === 'c') openCell(attributes)
    if (name === 'f') cell.hasFormula = true
    if (name === 'is') cell.hasValue = true
    isValue = name === 'v'
  }
  const text = (piece: string) => {
    if (isValue && piece !== '') cell.hasValue = true
  }
  const close = (name: string) => {
    isValue = false
    if (name !== 'c' || column > maxColumns) return
    // The result of a formula may be an empty text.
    if (cell.hasFormula && !cell.hasValue && !cell.isText) throw withoutResult(cell.name)
    if (!cell.hasValue) return
    if (!rowHasValue) rowsWithValue += 1
    rowHasValue = true
    if (cell.mark !== undefined) marks.set(cell.name, cell.mark)
    if (cell.isDay) days.add(cell.name)
  }
  const isDone = () => rowsWithValue > maxRows
  return { open, text, close, isDone, isFound: () => isFound, hiddenRows, hiddenColumns, merged, marks, days }
}

/** `type`: `d` is a day in ISO 8601, `str` the text that a formula gives. */
const newCell = (name: string, type: string, mark: string | undefined) => ({
  name,
  mark,
  isDay: type === 'd',
  isText: type === 'str',
  hasFormula: false,
  hasValue: false,
})

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true'

/** The places of `<col min="2" max="3">`, of those that are read. */
function columnsFrom({ min, max }: Readonly<Record<string, string>>): number[] {
  const [first, last] = [Number(min), Math.min(Number(max), maxColumns)]
  return Array.from({ length: Math.max(0, last - first + 1) || 0 }, (_, index) => first - 1 + index)
}

/** `D2:E3`; nothing for anything else. */
function rangeOf(ref = ''): CellRange[] {
  const [, left = '', top, right = '', bottom] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? []
  if (top === undefined) return []
  return [{ top: Number(top), bottom: Number(bottom), left: columnPlace(left), right: columnPlace(right) }]
}

async function hasValues(bytes: Buffer, path: string): Promise<boolean> {
  let [found, isValue] = [false, false]
  await readXmlPart(bytes, path, {
    open: name => {
      isValue = name === 'v'
      if (name === 'is') found = true
    },
    text: piece => {
      if (isValue && piece.trim() !== '') found = true
    },
    close: () => {
      isValue = false
    },
    isDone: () => found,
  })
  return found
}

type Sheet = { index: number; path: string }

/** The first visible sheet, and the other visible ones. */
async function findSheet(bytes: Buffer): Promise<Sheet & { others: Sheet[]; stylesPath: string }> {
  const sheets: { id: string; isHidden: boolean }[] = []
  await readXmlPart(bytes, 'xl/workbook.xml', {
    open: (name, { name: title, state, ...attributes }) => {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'sheet' && title && id)
        sheets.push({ id, isHidden: state === 'hidden' || state === 'veryHidden' })
    },
  })
  const parts = new Map<string, { path: string; type: string }>()
  await readXmlPart(bytes, 'xl/_rels/workbook.xml.rels', {
    open: (_name, { Id: id, Target: target, Type: type = '' }) => {
      // A target is below xl/, or begins at the root of the archive with a slash.
      if (id !== undefined && target !== undefined)
        parts.set(id, { path: posix.resolve('/xl', target).slice(1), type: type.split('/').at(-1) ?? '' })
    },
  })
  // A sheet of a chart has no cells.
  const visible = sheets.flatMap(({ id, isHidden }, index) => {
    const part = parts.get(id)
    return part?.type === 'worksheet' && !isHidden ? [{ index, path: part.path }] : []
  })
  const [first, ...others] = visible
  if (first === undefined) throw new Error('the workbook has no visible sheet')
  const styles = [...parts.values()].find(({ type }) => type === 'styles')
  return { ...first, others, stylesPath: styles?.path ?? 'xl/styles.xml' }
}

/** The mark of each style of cells, in their order. */
async function readFormats(bytes: Buffer, path: string): Promise<(string | undefined)[]> {
  const marks = new Map<string, string>()
  const found: (string | undefined)[] = []
  let isCellStyle = false
  await readXmlPart(bytes, path, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'cellXfs') isCellStyle = true
      const mark = name === 'numFmt' ? formatMark(formatCode) : null
      if (mark !== null) marks.set(numFmtId, mark)
      if (name === 'xf' && isCellStyle)
        found.push(percentFormats.includes(numFmtId) ? '%' : marks.get(numFmtId))
    },
    close: name => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return found
}

/** `0%` and `0.00%`, which every workbook has without saying so (ECMA-376, part 1, 18.8.30). */
const percentFormats: readonly string[] = ['9', '10']
