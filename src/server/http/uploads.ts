import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ReceivedUpload } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
import { countOpen, type OpenCount, type OpenLimits } from '../heavy-work/count-open.ts'

/** How many uploads may be unfinished: from the first byte until the reply. Each is a file on disk of at most 25 MB, of postings 64. */
export const uploadLimits: OpenLimits = { perPerson: 8, perClient: 60, all: 200 }

const manySend = 'Many people are sending files.'

/** Counts unfinished uploads, before a byte of them is read. */
export const createUploads = (limits: OpenLimits): OpenCount =>
  countOpen(limits, {
    perPerson: 'You’re sending several files already, so this one has to wait until one of them has arrived.',
    perClient: manySend,
    all: manySend,
  })

/** A received file, and how its space is given back. */
export type StoredUpload = ReceivedUpload & { discard(): Promise<void> }

/** How much of a file is in memory while it is read. */
const partBytes = 256 * 1024
const cipherName = 'aes-256-ctr'

/**
 * Writes an upload to disk as it arrives: encrypted under a key that only this process has, in a file without a name, so that nothing of it
 * is left when the process ends. Throws `too-large` beyond the limit, `validation` if the connection breaks.
 */
export async function receiveUpload(
  body: Readable,
  { maxBytes }: { maxBytes: number },
): Promise<StoredUpload> {
  const file = await openNameless()
  try {
    return await store(file, body, maxBytes)
  } catch (error) {
    await file.close()
    throw error instanceof Problem ? error : brokenOff(error)
  }
}

/** The file of the operating system goes with its handle. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `almoner-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function store(file: FileHandle, body: Readable, maxBytes: number): Promise<StoredUpload> {
  const key = { secret: randomBytes(32), iv: randomBytes(16) }
  const cipher = createCipheriv(cipherName, key.secret, key.iv)
  const digest = createHash('sha256')
  let size = 0
  // The connection stays open for the reply that refuses the rest.
  for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw new Problem('too-large')
    digest.update(part)
    await file.appendFile(cipher.update(part))
  }
  const parts = () => partsOf(file, size, key)
  return {
    size,
    sha256: digest.digest(),
    parts,
    async read() {
      const bytes = new Uint8Array(size)
      let at = 0
      for await (const part of parts()) {
        bytes.set(part, at)
        at += part.length
      }
      return bytes
    },
    discard: async () => await file.close(),
  }
}

async function* partsOf(
  file: FileHandle,
  size: number,
  { secret, iv }: { secret: Buffer; iv: Buffer },
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv(cipherName, secret, iv)
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(partBytes, size - at)), {
      position: at,
    })
    if (bytesRead === 0) throw new Error('a received file is shorter than it was')
    at += bytesRead
    yield decipher.update(buffer.subarray(0, bytesRead))
  }
}

/** An error of the disk is ours; of the connection, the sender's. */
function brokenOff(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
    ? new Problem('validation', { detail: 'The file did not arrive completely. Please send it again.' })
    : error
}
