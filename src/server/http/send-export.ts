import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { expectedBytesHeader, type FileReply, totalRowsHeader } from '../../contract/list.ts'
import { countOpen, type OpenCount, type OpenLimits } from '../heavy-work/count-open.ts'
import { whenClosed } from './when-closed.ts'

/** The size of a file is estimated from at least as many bytes. */
const sampleBytes = 131_072

/** How many files may be made and read at once. A connection that reads nothing is cut by connection-limits.ts. */
export const downloadLimits: OpenLimits = { perPerson: 5, perClient: 30, all: 80 }

const manyDownload = 'Many people are downloading files.'

/** Counts files from the request until the reply has been read. */
export const createDownloads = (limits: OpenLimits): OpenCount =>
  countOpen(limits, {
    perPerson:
      'You’re downloading several files already, so this one has to wait until one of them has arrived.',
    perClient: manyDownload,
    all: manyDownload,
  })

/**
 * Sends an exported file while it is written. A file that is small is sent with its length; of a larger one the header says how
 * many bytes are to be expected, so that the browser can show the progress. When the browser cancels, no further rows are read.
 */
export async function sendExport(reply: FastifyReply, file: FileReply): Promise<FastifyReply> {
  const bytes = file.bytes[Symbol.asyncIterator]()
  // Also before the first byte was sent.
  whenClosed(reply, () => void bytes.return?.().catch(() => undefined))
  const sample: Uint8Array[] = []
  let sampled = 0
  let isWhole = false
  while (sampled < sampleBytes && !isWhole) {
    const next = await bytes.next()
    if (next.done) isWhole = true
    else {
      sample.push(next.value)
      sampled += next.value.byteLength
    }
  }
  reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
    .type(file.mediaType)
  if (isWhole)
    return reply.header(totalRowsHeader, file.totalRows ?? file.rowsWritten()).send(Buffer.concat(sample))
  if (file.totalRows === null) return reply.send(Readable.from(rest(sample, bytes), { objectMode: false }))
  const expected = Math.round((sampled / Math.max(1, file.rowsWritten())) * file.totalRows)
  return reply
    .header(totalRowsHeader, file.totalRows)
    .header(expectedBytesHeader, expected)
    .send(Readable.from(rest(sample, bytes), { objectMode: false }))
}

async function* rest(sample: readonly Uint8Array[], bytes: AsyncIterator<Uint8Array>) {
  yield* sample
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value
}
