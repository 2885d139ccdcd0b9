import { parentPort, workerData } from 'node:worker_threads'
import { type ReadFile, readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

// Runs in a thread of its own, one for each file (examine-file.ts), which is ended when it takes too long or too much memory.

/** What the thread answers: the file as it is stored, or why it is refused. */
export type Examination = { file: ReadFile } | { refusal: string }

// The PDF library warns of oddities; what a stranger's file says does not belong in the program's output.
console.warn = () => undefined

const { bytes } = workerData as { bytes: Uint8Array }
parentPort?.postMessage(await examine(bytes))

async function examine(uploaded: Uint8Array): Promise<Examination> {
  try {
    return { file: await readFile(uploaded) }
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.message }
    throw error
  }
}
