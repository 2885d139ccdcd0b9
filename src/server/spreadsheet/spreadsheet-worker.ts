import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type SpreadsheetLimits, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

// Runs in a separate thread for each file. read-spreadsheet.ts ends the thread if it takes too much time or memory.

export type SpreadsheetToRead = { bytes: Uint8Array; limits: SpreadsheetLimits }
export type SpreadsheetReading = { rows: SpreadsheetRow[] } | { refusal: string }

const { bytes, limits } = workerData as SpreadsheetToRead
parentPort?.postMessage(await read(Buffer.from(bytes)))

async function read(file: Buffer): Promise<SpreadsheetReading> {
  try {
    return { rows: isZip(file) ? await readXlsx(file, limits) : readCsv(file, limits) }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return { refusal: error.message }
    throw error
  }
}

function isZip(file: Buffer): boolean {
  return file.length > 4 && file.readUInt32BE(0) === 0x504b0304
}
