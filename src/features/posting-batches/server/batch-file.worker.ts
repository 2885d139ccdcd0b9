import { readCsvRows } from '../../../server/spreadsheet/read-csv.ts'
import { isWorkbook, readWorkbook } from '../../../server/spreadsheet/read-workbook.ts'
import {
  hiddenColumnProblem,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from '../../../server/spreadsheet/spreadsheet-problem.ts'
import { type BatchRules, columnsOfBatch, readBatchRow } from '../domain/batch-file.ts'
import { maxBatchLines, maxWorkbookLines } from '../domain/posting-batch.ts'
import { type GrowingColumns, growingColumns, type RowColumns } from './row-columns.ts'

// Runs in a thread of its own (read-batch-file.ts).

/** The lines that cannot be read: how many, and the first of them. */
export type WrongLines = { count: number; first: { line: number; problems: string[] }[] }

/** `refusal`: why the file cannot be read as a whole, as a sentence. */
export type ReadEnd = { refusal: string | null; wrong: WrongLines }

/** So many lines that cannot be read are told with their reasons. */
const maxShown = 100

/** Reads a file of postings and gives its lines in the order of their accounts, in columns. */
export default async function read({
  bytes,
  rules,
}: {
  bytes: Uint8Array
  rules: BatchRules
}): Promise<Generator<RowColumns, ReadEnd, void>> {
  const wrong: WrongLines = { count: 0, first: [] }
  const rows = growingColumns()
  try {
    const onRow = rowReader(rules, { rows, wrong })
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    // The first row has the headings.
    if (isWorkbook(file))
      for (const row of await readWorkbook(file, { maxRows: maxWorkbookLines + 1 })) onRow(row)
    else readCsvRows(file, { maxRows: maxBatchLines + 1 }, onRow)
    if (rows.length + wrong.count === 0)
      throw new SpreadsheetProblem('The file has no lines below its first row')
  } catch (error) {
    if (error instanceof SpreadsheetProblem)
      return inParts(growingColumns(), { refusal: error.message, wrong })
    throw error
  }
  return inParts(rows, { refusal: null, wrong })
}

/** Takes the row of headings, and then one line after another. */
function rowReader(
  rules: BatchRules,
  { rows, wrong }: { rows: GrowingColumns; wrong: WrongLines },
): (row: SpreadsheetRow) => void {
  let columns: Exclude<ReturnType<typeof columnsOfBatch>, { problem: string }> | null = null
  return row => {
    const { row: line, cells, isHidden } = row
    if (columns === null) {
      const found = columnsOfBatch(cells)
      if ('problem' in found) throw new SpreadsheetProblem(found.problem)
      const hidden = hiddenColumnProblem(row, found.values())
      if (hidden !== null) throw new SpreadsheetProblem(hidden)
      columns = found
      return
    }
    if (isHidden)
      throw new SpreadsheetProblem(
        'The file has hidden rows, for example by a filter. Show them or delete them, and choose the file again.',
      )
    const found = readBatchRow(cells, columns, rules)
    if ('problems' in found) {
      wrong.count += 1
      if (wrong.first.length < maxShown) wrong.first.push({ line, problems: found.problems })
    } else rows.add({ ...found, line })
  }
}

function* inParts(rows: GrowingColumns, end: ReadEnd): Generator<RowColumns, ReadEnd, void> {
  yield* rows.inOrder()
  return end
}
