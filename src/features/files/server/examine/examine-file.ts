import { Worker } from 'node:worker_threads'
// Keeps the native library loaded between threads (see sharp's documentation on worker threads). This thread does not call it.
import 'sharp'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { Examination, FileToExamine } from './file-worker.ts'
import type { ReadFile } from './read-file.ts'

/** The limits for examining one file. */
type ExaminationLimits = {
  timeMs: number
  /** The limit of the JavaScript heap. */
  heapMb: number
  /** The limit of buffers outside the heap, into which streams are decompressed. */
  buffersMb: number
}

export const examinationLimits: ExaminationLimits = { timeMs: 15_000, heapMb: 384, buffersMb: 256 }

/** Files that may wait, because each is held in memory. */
const maxWaiting = 6
const memoryCheckMs = 25
/** Where Node keeps compiled code, if it does: each thread would otherwise compile the libraries again. */
const compileCache = process.env.NODE_COMPILE_CACHE

let waiting = 0
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Examines a file in a separate thread, one file at a time, so that no file can block the server. Pictures are decoded and encoded
 * again; PDFs are parsed, checked and written again.
 *
 * @returns the file to store.
 * @throws Problem validation on `file` with the reason if the file is rejected; too-many-requests if too many files wait.
 */
export async function examineFile(
  bytes: Uint8Array,
  limits: ExaminationLimits = examinationLimits,
): Promise<ReadFile> {
  return await examineInTurn({ bytes, purpose: 'content' }, limits)
}

/** The same for a document of an account: a PDF is only checked, and stays as it is (read-document.ts). */
export async function examineDocument(bytes: Uint8Array): Promise<ReadFile> {
  return await examineInTurn({ bytes, purpose: 'document' }, examinationLimits)
}

async function examineInTurn(file: FileToExamine, limits: ExaminationLimits): Promise<ReadFile> {
  if (waiting >= maxWaiting)
    throw new Problem('too-many-requests', {
      detail: 'We’re checking several other files. Please try again in a minute.',
    })
  waiting += 1
  const turn = lastTurn.then(() => examineInThread(file, limits))
  lastTurn = turn.catch(() => undefined)
  try {
    const examination = await turn
    if ('refusal' in examination) throw fieldProblem('file', examination.refusal)
    return examination.file
  } finally {
    waiting -= 1
  }
}

const advice = 'Simplify it, for example by printing it to a PDF, or reduce the size of the picture.'
const tooLong: Examination = { refusal: `The file takes too long to check. ${advice}` }
const tooLarge: Examination = { refusal: `The file takes too much memory to check. ${advice}` }

async function examineInThread(
  { bytes, purpose }: FileToExamine,
  limits: ExaminationLimits,
): Promise<Examination> {
  // Copy the bytes, because their buffer may contain other requests too.
  const copy = new Uint8Array(bytes)
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    workerData: { bytes: copy, purpose } satisfies FileToExamine,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    // The thread gets neither the server's secrets nor its command-line options.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
  })
  const watched = new AbortController()
  try {
    return await new Promise<Examination>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge) : reject(error),
      )
      worker.once('exit', code => reject(new Error(`the examination of a file ended with ${code}`)))
      const watch = setInterval(() => {
        // resourceLimits do not count buffers. This call works while the thread is busy too.
        worker.getHeapStatistics().then(
          ({ external_memory }) => external_memory > limits.buffersMb * 1024 * 1024 && resolve(tooLarge),
          () => undefined,
        )
      }, memoryCheckMs)
      const timer = setTimeout(() => resolve(tooLong), limits.timeMs)
      watched.signal.addEventListener('abort', () => {
        clearInterval(watch)
        clearTimeout(timer)
      })
    })
  } finally {
    watched.abort()
    await worker.terminate()
  }
}
