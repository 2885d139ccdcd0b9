import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportProblem } from './import-problem.ts'

export type LineBatch = {
  /** The number of the first line of the batch; the first line of a file is 1. */
  firstLine: number
  /** Without their line ends. A line whose bytes are not UTF-8 is null. */
  lines: (string | null)[]
  /** Bytes of the (possibly compressed) file that have been read so far. */
  bytesRead: number
}

const maxLineBytes = 64 * 1024
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The lines of a plain or gzip file (detected by its first bytes) in batches. Throws ImportProblem when the file cannot be
 * read, is empty, is a truncated or damaged gzip file, or has a line over 64 KiB.
 */
export async function* readLines(path: string): AsyncGenerator<LineBatch> {
  const source = createReadStream(path, { highWaterMark: 64 * 1024 })
  let rest: Buffer = Buffer.alloc(0)
  let nextLine = 1
  try {
    for await (const chunk of await decompressed(source)) {
      // A stream of bytes gives buffers; its type says any.
      const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
      const end = bytes.lastIndexOf(lineFeed) + 1
      rest = bytes.subarray(end)
      if (rest.length > maxLineBytes)
        throw new ImportProblem(`${path}: line ${nextLine} or a later one is over 64 KiB long`)
      if (end === 0) continue
      const lines = decodeLines(bytes.subarray(0, end - 1))
      yield { firstLine: nextLine, lines, bytesRead: source.bytesRead }
      nextLine += lines.length
    }
  } catch (error) {
    throw asImportProblem(path, error)
  } finally {
    source.destroy()
  }
  if (rest.length > 0) yield { firstLine: nextLine, lines: decodeLines(rest), bytesRead: source.bytesRead }
  else if (nextLine === 1) throw new ImportProblem(`${path}: the file is empty`)
}

async function decompressed(source: Readable): Promise<AsyncIterable<unknown>> {
  const head = await firstBytes(source)
  if (head[0] !== 0x1f || head[1] !== 0x8b) return source
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  // The consumer of the iterator gets the error.
  pipeline(source, gunzip, () => {})
  return gunzip
}

async function firstBytes(source: Readable): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    source.once('readable', resolve).once('end', resolve).once('error', reject)
  })
  const chunk: unknown = source.read()
  if (!Buffer.isBuffer(chunk)) return Buffer.alloc(0)
  source.unshift(chunk)
  return chunk
}

function decodeLines(bytes: Buffer): (string | null)[] {
  if (isUtf8(bytes)) {
    const lines = bytes.toString('utf8').split('\n')
    return bytes.includes(carriageReturn) ? lines.map(withoutReturn) : lines
  }
  const lines: (string | null)[] = []
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    const line = bytes.subarray(start, end)
    lines.push(isUtf8(line) ? withoutReturn(line.toString('utf8')) : null)
    start = end + 1
  }
  return lines
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

function asImportProblem(path: string, error: unknown): unknown {
  if (error instanceof ImportProblem || !(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  if (code === 'Z_BUF_ERROR') return new ImportProblem(`${path}: the gzip file is cut off; download it again`)
  if (code.startsWith('Z_'))
    return new ImportProblem(`${path}: the gzip file is damaged (${error.message}); download it again`)
  if (code === 'ENOENT') return new ImportProblem(`${path}: there is no such file`)
  return new ImportProblem(`${path}: cannot be read (${error.message})`)
}
