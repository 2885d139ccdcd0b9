import { Worker } from 'node:worker_threads'
import { type SpreadsheetLimits, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'
import type { SpreadsheetReading, SpreadsheetToRead } from './spreadsheet-worker.ts'

export { SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

const timeMs = 15_000
const heapMb = 384
const tooMuch = 'The file takes too long to read. Save it with fewer rows, or as a CSV file.'
/** Where Node keeps compiled code, if it does: each thread would otherwise compile the libraries again. */
const compileCache = process.env.NODE_COMPILE_CACHE

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Reads an uploaded file: the first sheet of a workbook (.xlsx), or a CSV file; detected by its content. Each runs
 * in a thread of its own, one after the other, so that no file can block the server.
 *
 * @returns the rows with text, each cell as text: numbers plain, dates as YYYY-MM-DD.
 * @throws SpreadsheetProblem with a sentence for people.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  limits: SpreadsheetLimits,
): Promise<SpreadsheetRow[]> {
  const turn = lastTurn.then(() => readInThread(bytes, limits))
  lastTurn = turn.catch(() => undefined)
  const reading = await turn
  if ('refusal' in reading) throw new SpreadsheetProblem(reading.refusal)
  return reading.rows
}

async function readInThread(bytes: Uint8Array, limits: SpreadsheetLimits): Promise<SpreadsheetReading> {
  // Copy the bytes, because their buffer may contain other requests too.
  const copy = new Uint8Array(bytes)
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
    workerData: { bytes: copy, limits } satisfies SpreadsheetToRead,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // The thread gets neither the server's secrets nor its command-line options.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<SpreadsheetReading>((resolve, reject) => {
      timer = setTimeout(() => resolve({ refusal: tooMuch }), timeMs)
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ refusal: tooMuch }) : reject(error),
      )
      worker.once('exit', code => reject(new Error(`the reading of a spreadsheet ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
