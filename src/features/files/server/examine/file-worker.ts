import { parentPort, workerData } from 'node:worker_threads'
import { type ReadFile, readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

// Runs in a separate thread for each file. examine-file.ts ends the thread if it takes too much time or memory.

/** The result of the thread: the file to store, or the reason why it is rejected. */
export type Examination = { file: ReadFile } | { refusal: string }

// The PDF library logs warnings about unusual files. Content of uploaded files must not appear in the log.
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
