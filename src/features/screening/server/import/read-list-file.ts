import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { ListFormatError } from '../../domain/list-entry.ts'
import { ListImportProblem } from './list-import-problem.ts'

export type ListFile = {
  path: string
  /** In small letters and without `.gz`, as the files of OFAC are told apart. */
  name: string
  sha256: string
  /** False where the last line does not end: the rest of it may be missing. */
  endsWithLine: boolean
  /** Reads record after record. Throws ListFormatError where quotation marks do not match. */
  records: () => Generator<string[]>
}

/** Today’s lists have up to 20 MB. */
export const maxFileBytes = 200 * 1024 * 1024
const maxRecordLength = 64 * 1024
const lineFeed = 0x0a
/** The old sign for the end of a file, which OFAC writes. */
const endOfFile = 0x1a

/** Reads a file of a list, plain or gzip. @throws ListImportProblem for what is not a text file in UTF-8 of up to 200 MB. */
export async function readListFile(path: string): Promise<ListFile> {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined) throw new ListImportProblem(`${path}: there is no such file.`)
  if (!facts.isFile()) throw new ListImportProblem(`${path} is not a file.`)
  if (facts.size > maxFileBytes) throw new ListImportProblem(tooLarge(path))
  const bytes = unpacked(path, await readFile(path))
  if (bytes.length === 0) throw new ListImportProblem(`${path}: the file is empty.`)
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new ListImportProblem(
      `${path} is not a text file in UTF-8. Download it again; do not save it with a spreadsheet program.`,
    )
  const last = bytes.at(-1)
  return {
    path,
    name: basename(path).toLowerCase().replace(/\.gz$/, ''),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    endsWithLine: last === lineFeed || last === endOfFile,
    records: () => recordsIn(bytes),
  }
}

const tooLarge = (path: string) => `${path} is larger than 200 MB, which no sanctions list is.`

function unpacked(path: string, bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxFileBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new ListImportProblem(tooLarge(path))
    throw new ListImportProblem(`${path}: the gzip file is damaged or cut off. Download it again.`)
  }
}

/** One record at a time, so that a large file does not need its memory twice. */
function* recordsIn(bytes: Buffer): Generator<string[]> {
  let open = ''
  let openedAt = 0
  let line = 0
  for (const text of linesIn(bytes)) {
    line += 1
    if (open === '') openedAt = line
    open = open === '' ? text : `${open}\n${text}`
    if (open.length > maxRecordLength) throw unmatched(openedAt)
    if (quotesIn(open) % 2 === 1) continue
    if (open.trim() !== '') yield fieldsOf(open, openedAt)
    open = ''
  }
  if (open !== '') throw unmatched(openedAt)
}

function* linesIn(bytes: Buffer): Generator<string> {
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (let start = byteOrderMark; start < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    yield bytes.toString('utf8', start, end).replace(/\r$/, '')
    start = end + 1
  }
}

const quotesIn = (text: string): number => text.split('"').length - 1

function fieldsOf(text: string, line: number): string[] {
  if (!text.includes('"')) return text.split(',')
  try {
    const [fields, ...others] = parse(text, { relax_column_count: true })
    if (fields !== undefined && others.length === 0) return fields
  } catch {
    // csv-parse's message is about its own options.
  }
  throw unmatched(line)
}

const unmatched = (line: number) =>
  new ListFormatError(`The record in line ${line} has quotation marks that do not match.`)
