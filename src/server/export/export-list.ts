import { Readable } from 'node:stream'
import type { Book, Client } from '../../clients/client.ts'
import {
  type ExportFormat,
  type FileReply,
  fileColumnsOf,
  type List,
  type ListColumn,
  type ListStyle,
} from '../../contract/list.ts'
import { wallClock } from '../../domain/dates.ts'
import type { Actor } from '../auth/actor.ts'
import { createPauses } from '../heavy-work/pauses.ts'
import { type Cell, type FileColumn, fileColumnOf } from './cells.ts'
import { csvFile } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

/** One page of a list: as its screen reads it, with the cursor of the next one. */
type ListPage<Row> = { data: readonly Row[]; meta: { total?: number; next: string | null } }

/** The rows that one query reads. Larger pages are not faster, and hold more memory. */
const exportPageRows = 250

type ExportAbout<Row> = {
  list: List<Row>
  format: ExportFormat
  /** Without the extension. */
  fileName: string
  /** The name of the sheet. */
  sheet: string
  client: Client
  book: Book
  actor: Actor
  /** Reads one page; the rows are those of the list's screen. */
  readPage: (page: { first: number; after: string | undefined }) => Promise<ListPage<Row>>
}

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

/**
 * Exports a list as a file, page by page while the browser reads it: memory does not grow with the list, and no transaction stays
 * open. The first page is read before the reply begins, so that its failure is a problem document and not half a file.
 */
export async function exportList<Row>(about: ExportAbout<Row>): Promise<FileReply> {
  const { format, fileName, sheet, client, book, actor } = about
  const shown = fileColumnsOf(about.list, actor.actions)
  const style: ListStyle = { locale: client.locale, currency: book.currency, timeZone: client.timeZone }
  const columns = shown.map(column => fileColumnOf(column, style))
  const first = await about.readPage({ first: exportPageRows, after: undefined })
  let written = 0
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    const pauses = createPauses()
    for await (const row of allRows(first, about.readPage)) {
      // Several exports would otherwise write their pages one after the other without a pause.
      if (pauses.isDue()) await pauses.pause()
      yield shown.map(column => cellOf(column, row, style))
      written += 1
    }
  }
  return {
    name: `${fileName}.${format}`,
    mediaType: mediaTypes[format],
    totalRows: first.meta.total ?? null,
    rowsWritten: () => written,
    bytes: bytesOf(format, columns, rows(), { sheet, locale: client.locale }),
  }
}

function cellOf<Row>(column: ListColumn<Row>, row: Row, style: ListStyle): Cell {
  const value = column.value(row, style)
  return column.type === 'instant' && typeof value === 'string' ? wallClock(value, style.timeZone) : value
}

function bytesOf(
  format: ExportFormat,
  columns: readonly FileColumn[],
  rows: AsyncGenerator<readonly Cell[]>,
  about: { sheet: string; locale: Client['locale'] },
): Readable {
  if (format === 'csv') return Readable.from(inChunks(csvFile(columns, rows)), { objectMode: false })
  return Readable.fromWeb(xlsxFile(columns, rows, about))
}

const chunkCharacters = 65_536

/** Fewer, larger writes. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length >= chunkCharacters) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text !== '') yield Buffer.from(text)
}

async function* allRows<Row>(
  first: ListPage<Row>,
  readPage: ExportAbout<Row>['readPage'],
): AsyncGenerator<Row> {
  let page = first
  for (;;) {
    yield* page.data
    if (page.meta.next === null) return
    page = await readPage({ first: exportPageRows, after: page.meta.next })
  }
}
