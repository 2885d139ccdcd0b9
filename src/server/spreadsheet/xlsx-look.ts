import { posix } from 'node:path'
import { formatMark } from './format-mark.ts'
import { readXmlPart } from './read-xml-part.ts'
import { cellName, maxColumns } from './spreadsheet-problem.ts'

/** What a workbook shows beside its values, which its reader leaves out. */
export type SheetLook = {
  /** The place of the first sheet that is not hidden, from 0. */
  sheet: number
  /** The numbers of the rows that are hidden by hand, by a filter or by a closed group. */
  hiddenRows: ReadonlySet<number>
  /** The currency or percent sign that the format of a cell adds, by the cell's name. */
  marks: ReadonlyMap<string, string>
}

/** @param maxRows the rows that are read. Throws an error for a workbook that is not well-formed. */
export async function readSheetLook(bytes: Buffer, maxRows: number): Promise<SheetLook> {
  const { index, path } = await findSheet(bytes)
  const formats = await readFormats(bytes)
  const hiddenRows = new Set<number>()
  const marks = new Map<string, string>()
  let [row, column, rows] = [0, 0, 0]
  await readXmlPart(bytes, path, {
    open: (name, { r, s, hidden }) => {
      if (name === 'row') {
        row = r === undefined ? row + 1 : Number(r)
        column = 0
        rows += 1
        if (hidden === '1' || hidden === 'true') hiddenRows.add(row)
      }
      if (name !== 'c') return
      const mark = s === undefined ? undefined : formats[Number(s)]
      if (mark !== undefined && column < maxColumns) marks.set(r ?? cellName(row, column), mark)
      column += 1
    },
    isDone: () => rows > maxRows,
  })
  return { sheet: index, hiddenRows, marks }
}

async function findSheet(bytes: Buffer): Promise<{ index: number; path: string }> {
  const sheets: { id: string; isHidden: boolean }[] = []
  await readXmlPart(bytes, 'xl/workbook.xml', {
    open: (name, { name: title, state, ...attributes }) => {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'sheet' && title && id)
        sheets.push({ id, isHidden: state === 'hidden' || state === 'veryHidden' })
    },
  })
  const targets = new Map<string, string>()
  await readXmlPart(bytes, 'xl/_rels/workbook.xml.rels', {
    open: (_name, { Id: id, Target: target }) => {
      if (id !== undefined && target !== undefined) targets.set(id, target)
    },
  })
  const index = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  )
  return { index, path: posix.join('/xl', '.', targets.get(sheets[index]?.id ?? '') ?? '').slice(1) }
}

/** The mark of each style of cells, in their order. */
async function readFormats(bytes: Buffer): Promise<(string | undefined)[]> {
  const marks = new Map<string, string>()
  const found: (string | undefined)[] = []
  let isCellStyle = false
  await readXmlPart(bytes, 'xl/styles.xml', {
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
