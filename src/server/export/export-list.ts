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
import { type Cell, fileColumnOf } from './cells.ts'
import { encoder } from './encoder.ts'

/** One page of a list: as its screen reads it, with the cursor of the next one. */
type ListPage<Row> = { data: readonly Row[]; meta: { total?: number; next: string | null } }

/** The rows that one query reads. Larger pages are not faster, and hold more memory. */
const exportPageRows = 250

export type ExportAbout<Row> = {
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

type Encoding = { rows: number; ready: Promise<Uint8Array> }

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

/**
 * Exports a list as a file, page by page while the browser reads it: memory does not grow with the list, and no transaction stays
 * open. A thread encodes the pages (encoder.ts). The first page is read before the reply begins, so that its failure is a problem document and not half a file.
 */
export async function exportList<Row>(about: ExportAbout<Row>): Promise<FileReply> {
  const { format, fileName, sheet, client, book, actor } = about
  const shown = fileColumnsOf(about.list, actor.actions)
  const style: ListStyle = { locale: client.locale, currency: book.currency, timeZone: client.timeZone }
  const columns = shown.map(column => fileColumnOf(column, style))
  const first = await about.readPage({ first: exportPageRows, after: undefined })
  let written = 0
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const file = encoder.open(
      { format, columns, sheet, locale: client.locale },
      { client: client.name, person: actor.userId, signal: null },
    )
    try {
      // The next page is read while the thread encodes this one.
      let encoding: Encoding = { rows: 0, ready: Promise.resolve(new Uint8Array()) }
      for await (const rows of inPages(allRows(first, about.readPage))) {
        const cells = rows.map(row => shown.map(column => cellOf(column, row, style)))
        const ready = await encoding.ready
        written += encoding.rows
        if (ready.byteLength > 0) yield ready
        encoding = { rows: rows.length, ready: file.write(cells) }
        // If reading the next page fails, nobody waits for this.
        encoding.ready.catch(() => undefined)
      }
      const ready = await encoding.ready
      written += encoding.rows
      yield ready
      yield await file.write(null)
    } finally {
      file.close()
    }
  }
  return {
    name: `${fileName}.${format}`,
    mediaType: mediaTypes[format],
    totalRows: first.meta.total ?? null,
    rowsWritten: () => written,
    bytes: bytes(),
  }
}

function cellOf<Row>(column: ListColumn<Row>, row: Row, style: ListStyle): Cell {
  const value = column.value(row, style)
  return column.type === 'instant' && typeof value === 'string' ? wallClock(value, style.timeZone) : value
}

/** A reader may give all rows at once. */
async function* inPages<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = []
  for await (const row of rows) {
    if (page.push(row) < exportPageRows) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
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
