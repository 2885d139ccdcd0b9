import { createHash } from 'node:crypto'
import type { ReceivedUpload } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { isoDate } from '../../../domain/dates.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import {
  readSpreadsheet,
  SpreadsheetProblem,
  type SpreadsheetRow,
} from '../../../server/spreadsheet/read-spreadsheet.ts'
import { columnsOfBatch, type ReadRow, readBatchRow } from '../domain/batch-file.ts'
import { maxBatchLines } from '../domain/posting-batch.ts'
import type { BatchContext } from './batch-context.ts'

/** A line to be decided about. `weight`: of its fund in a division; `arrearsMinor`: the part of a fee that earlier batches left waiting. */
export type RowToPlan = ReadRow & { line: number; weight: bigint | null; arrearsMinor: bigint }

export type ReadBatch = {
  /** The SHA-256 of the file, in hexadecimal. */
  fileHash: string
  rows: RowToPlan[]
  wrong: { line: number; problems: string[] }[]
}

/** No entry is dated before it. */
const earliest = isoDate('1990-01-01')

/**
 * The lines of an uploaded file. Throws `validation` on `file` for one that cannot be read as a whole; what is wrong with a line is told with
 * the line.
 */
export async function readBatchFile(
  { upload }: { upload: ReceivedUpload },
  context: BatchContext,
): Promise<ReadBatch> {
  const { client, book, today } = context
  const [head, ...rows] = await readRows(upload, context)
  const columns = columnsOfBatch(head?.cells ?? [])
  if ('problem' in columns) throw fieldProblem('file', columns.problem)
  if (rows.length === 0) throw fieldProblem('file', 'The file has no lines below its first row')
  if (rows.some(({ isHidden }) => isHidden))
    throw fieldProblem(
      'file',
      'The file has hidden rows, for example by a filter. Show them or delete them, and choose the file again.',
    )
  const rules = {
    locale: client.locale,
    currency: book.currency,
    maxAmountMinor: client.maxAmountMinor,
    earliest,
    today,
  }
  const read: ReadBatch = { fileHash: Buffer.from(upload.sha256).toString('hex'), rows: [], wrong: [] }
  for (const { row: line, cells } of rows) {
    const found = readBatchRow(cells, columns, rules)
    if ('problems' in found) read.wrong.push({ line, problems: found.problems })
    else read.rows.push({ ...found, line, weight: null, arrearsMinor: 0n })
  }
  return read
}

async function readRows(upload: ReceivedUpload, context: BatchContext): Promise<SpreadsheetRow[]> {
  try {
    return await readSpreadsheet(() => upload.read(), { maxRows: maxBatchLines + 1 }, requesterOf(context))
  } catch (error) {
    if (error instanceof SpreadsheetProblem) throw fieldProblem('file', error.message)
    throw error
  }
}

/** The SHA-256 of texts, each on a line of its own, in hexadecimal. */
export function hashOfLines(lines: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(`${line}\n`)
  return hash.digest('hex')
}
