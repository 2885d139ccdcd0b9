import type { ExportFormat } from '../../contract/list.ts'
import type { Cell, FileColumn } from './cells.ts'
import { csvFile } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

/** What an exported file is, besides its rows. */
export type FileAbout = {
  format: ExportFormat
  columns: readonly FileColumn[]
  sheet: string
  locale: 'en-US' | 'en-GB'
}

export type Rows = readonly (readonly Cell[])[]

/** Bytes wait until they are this many: fewer, larger messages and writes. */
const minBytes = 65_536

/**
 * Encodes a file whose rows arrive in pages. Between two pages nothing runs, so that one thread encodes many files in turn.
 *
 * @returns a function that takes a page, or null after the last one, and gives the bytes that are ready.
 */
export function encodeFile({
  format,
  columns,
  ...about
}: FileAbout): (page: Rows | null) => Promise<Uint8Array> {
  let chunks: Uint8Array[] = []
  let wantPage = Promise.withResolvers<void>()
  let givePage: (page: Rows | null) => void = () => undefined
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<Rows | null>()
      givePage = resolve
      wantPage.resolve()
      const page = await promise
      if (page === null) return
      yield* page
    }
  }
  const write = async () => {
    if (format === 'csv') for await (const text of csvFile(columns, rows())) chunks.push(Buffer.from(text))
    else for await (const bytes of xlsxFile(columns, rows(), about)) chunks.push(bytes)
  }
  const written = write()
  // Each page asks for its failure.
  written.catch(() => undefined)
  return async page => {
    await Promise.race([wantPage.promise, written])
    wantPage = Promise.withResolvers()
    givePage(page)
    await (page === null ? written : Promise.race([wantPage.promise, written]))
    const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (page !== null && size < minBytes) return new Uint8Array()
    // A copy with memory of its own, which moves to the other thread.
    const ready = new Uint8Array(Buffer.concat(chunks))
    chunks = []
    return ready
  }
}
