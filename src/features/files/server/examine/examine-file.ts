import { Worker } from 'node:worker_threads'
// Keeps the native library loaded between threads (sharp's documentation on worker threads); this thread never calls it here.
import 'sharp'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { Examination } from './file-worker.ts'
import type { ReadFile } from './read-file.ts'

/** What the examination of one file may take. */
export type ExaminationLimits = {
  timeMs: number
  /** Of JavaScript's own heap. */
  heapMb: number
  /** Of buffers beside the heap: where packed streams are unpacked to. */
  buffersMb: number
}

export const examinationLimits: ExaminationLimits = { timeMs: 15_000, heapMb: 384, buffersMb: 256 }

/** Files that wait for their turn; each of them is kept in memory meanwhile. */
const waitingAtMost = 6
const watchEveryMs = 25

let waiting = 0
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Examines a file in a thread of its own, one file at a time, so that no file can hold up the program: a picture is decoded and
 * encoded again, a PDF is parsed, checked and written anew.
 *
 * @returns the file as it is to be stored.
 * @throws Problem that says in a sentence why this one is refused.
 */
export async function examineFile(
  bytes: Uint8Array,
  limits: ExaminationLimits = examinationLimits,
): Promise<ReadFile> {
  if (waiting >= waitingAtMost)
    throw new Problem('too-many-requests', {
      detail: 'Several files are being examined at this moment. Please try again in a minute.',
    })
  waiting += 1
  const turn = lastTurn.then(() => examineInThread(bytes, limits))
  lastTurn = turn.catch(() => undefined)
  try {
    const examination = await turn
    if ('refusal' in examination) throw fieldProblem('file', examination.refusal)
    return examination.file
  } finally {
    waiting -= 1
  }
}

const advice = 'Make a simpler one, for instance by printing it to a PDF, or save the picture smaller.'
const tooLong: Examination = { refusal: `The file takes too long to examine. ${advice}` }
const tooLarge: Examination = { refusal: `The file takes too much memory to examine. ${advice}` }

async function examineInThread(bytes: Uint8Array, limits: ExaminationLimits): Promise<Examination> {
  // A copy of its own: the bytes may be a part of a buffer that holds other requests too.
  const copy = new Uint8Array(bytes)
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), {
    workerData: { bytes: copy },
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    // Neither the program's secrets nor the switches of its tests are the thread's.
    env: {},
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
        // resourceLimits do not count buffers. The thread answers this also while it computes.
        worker.getHeapStatistics().then(
          ({ external_memory }) => external_memory > limits.buffersMb * 1024 * 1024 && resolve(tooLarge),
          () => undefined,
        )
      }, watchEveryMs)
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
