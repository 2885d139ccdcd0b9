import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from './read-document.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

// Runs in a separate thread for each file. examine-file.ts ends the thread if it takes too much time or memory.

/** `content`: a file of an editor. `document`: a document of an account. */
export type FileToExamine = { bytes: Uint8Array; purpose: 'content' | 'document' }

/** The result of the thread: the file to store, or the reason why it is rejected. */
export type Examination = { file: ReadFile } | { refusal: string }

// The PDF library logs warnings about unusual files. Content of uploaded files must not appear in the log.
console.warn = () => undefined

const { bytes, purpose } = workerData as FileToExamine
parentPort?.postMessage(await examine(bytes))

async function examine(uploaded: Uint8Array): Promise<Examination> {
  try {
    return { file: await (purpose === 'content' ? readFile(uploaded) : readDocument(uploaded)) }
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.message }
    throw error
  }
}
