import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../heavy-work/lower-priority.ts'
import { movable } from '../heavy-work/thread-messages.ts'
import { encodeFile, type FileAbout, type Rows } from './encode-file.ts'

// Runs in a thread (encoder.ts) and encodes the pages of all exports that are open.

/** From the main thread. `rows`: a page of a file, or null after its last one; `about` comes with the first. */
export type ToEncoder =
  | { kind: 'page'; call: number; file: number; about: FileAbout | null; rows: Rows | null }
  | { kind: 'close'; file: number }

/** The answer to a page. */
export type FromEncoder = { call: number; bytes: Uint8Array } | { call: number; error: Error }

const files = new Map<number, ReturnType<typeof encodeFile>>()

function fileOf({ file, about }: Extract<ToEncoder, { kind: 'page' }>) {
  const open = files.get(file)
  if (open) return open
  if (about === null) throw new Error('a page came for a file that is not open')
  const opened = encodeFile(about)
  files.set(file, opened)
  return opened
}

async function encode(message: Extract<ToEncoder, { kind: 'page' }>): Promise<void> {
  const { call, rows } = message
  try {
    const answer: FromEncoder = { call, bytes: await fileOf(message)(rows) }
    parentPort?.postMessage(answer, movable(answer))
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error('an encoder threw what is no error')
    parentPort?.postMessage({ call, error } satisfies FromEncoder)
  }
}

lowerPriority()
parentPort?.on('message', (message: ToEncoder) => {
  if (message.kind === 'close') files.delete(message.file)
  else void encode(message)
})
