import { addLine, type Chunk, type ChunkWriter, emptyChunk } from './chunk-writer.ts'
import { type CsvRecord, csvRecordReader, type DamagedLine } from './csv-records.ts'
import { ImportProblem } from './import-problem.ts'
import type { OpenFile } from './import-record.queries.ts'
import { readLines } from './read-lines.ts'
import { headerOf, type RegisterFormat, type RowReader, searchColumns } from './register-row.ts'
import { copyLine, copyText } from './staging-columns.ts'
import type { WordCounter } from './word-counter.ts'

export type StagingProgress = { fileName: string; readRows: number; bytesRead: number }

type StagingTarget = {
  format: RegisterFormat
  words: WordCounter
  writer: ChunkWriter
  onProgress: (progress: StagingProgress) => void
}

const rowsPerCommit = 10_000
const maxDamagedLines = 1_000

/**
 * Reads one file into the staging tables, in transactions of about 10,000 rows that also record the progress, so that an
 * interrupted import resumes after the last of them. Throws ImportProblem for another register's header, and for a file that
 * cannot be read to its end.
 */
export async function stageFile(target: StagingTarget, file: OpenFile): Promise<void> {
  const { format } = target
  const reader = csvRecordReader()
  let chunk = emptyChunk()
  let readRows = 0
  let damaged = 0
  let lastLine = 0
  let below: RowsBelow | undefined
  const flush = async (complete: boolean) => {
    await target.writer.write({ ...chunk, position: file.position, lastLine, complete })
    chunk = emptyChunk()
  }

  for await (const batch of readLines(file.path)) {
    for (const record of reader.read(batch)) {
      if (below === undefined) below = readHeader(file, format, record)
      else {
        readRows++
        if (record.line <= file.stagedLines) continue
        damaged += stageRecord(chunk, target, record, below, file.position)
        if (damaged > maxDamagedLines) break
      }
    }
    lastLine = batch.firstLine + batch.lines.length - 1
    if (damaged > maxDamagedLines) break
    if (chunk.rows >= rowsPerCommit && reader.isBetweenRecords) {
      await flush(false)
    }
    target.onProgress({ fileName: file.fileName, readRows, bytesRead: batch.bytesRead })
  }
  for (const record of reader.end())
    stageRecord(chunk, target, record, below ?? readHeader(file, format, record), file.position)
  if (lastLine <= 1 && readRows === 0)
    throw new ImportProblem(`${file.path}: the file has no rows below its header`)
  await flush(true)
}

type RowsBelow = { toRow: RowReader; columns: number }

function readHeader(file: OpenFile, format: RegisterFormat, record: CsvRecord | DamagedLine): RowsBelow {
  const header = 'fields' in record ? headerOf(record.fields) : []
  const toRow = format.rowsBelow(header, file.fileDate)
  if (typeof toRow === 'function') return { toRow, columns: header.length }
  throw new ImportProblem(`${file.path}: the first line is not the header of this register: ${toRow.problem}`)
}

/** Returns 1 when the line is damaged, else 0. */
function stageRecord(
  chunk: Chunk,
  { words }: StagingTarget,
  record: CsvRecord | DamagedLine,
  { toRow, columns }: RowsBelow,
  position: number,
): 0 | 1 {
  chunk.rows++
  const damage = 'damage' in record ? record.damage : wrongWidth(columns, record)
  if (damage !== undefined) {
    chunk.refused.push(refusedLine(position, record, null, true, damage))
    return 1
  }
  // A record without damage has fields.
  const row = toRow((record as CsvRecord).fields)
  if ('refusal' in row) chunk.refused.push(refusedLine(position, record, row.charityId, false, row.refusal))
  else {
    const search = searchColumns(row, words.keysOf)
    addLine(chunk, `${position}\t${copyLine(row, search, record)}`)
  }
  return 0
}

function wrongWidth(columns: number, record: CsvRecord | DamagedLine): string | undefined {
  if (!('fields' in record) || record.fields.length === columns) return undefined
  return `has ${record.fields.length} columns instead of ${columns}`
}

function refusedLine(
  position: number,
  record: CsvRecord | DamagedLine,
  charityId: string | null,
  damaged: boolean,
  reason: string,
): string {
  const text = record.text.replaceAll('\0', '\uFFFD').slice(0, 4000)
  return `${position}\t${record.line}\t${copyText(charityId)}\t${damaged}\t${copyText(reason)}\t${copyText(text)}\n`
}
