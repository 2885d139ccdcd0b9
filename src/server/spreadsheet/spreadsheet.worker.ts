import { readCsv } from './read-csv.ts'
import { isWorkbook, readWorkbook } from './read-workbook.ts'
import { type SpreadsheetLimits, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

// Runs in a thread of its own (read-spreadsheet.ts).

type SpreadsheetToRead = { bytes: Uint8Array; limits: SpreadsheetLimits }

const rowsPerPart = 250

/** Gives the rows in parts, or the reason why they cannot be read. */
export default async function read({
  bytes,
  limits,
}: SpreadsheetToRead): Promise<Generator<SpreadsheetRow[], { refusal: string | null }, void>> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    return inParts(isWorkbook(file) ? await readWorkbook(file, limits) : readCsv(file, limits))
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return inParts([], error.message)
    throw error
  }
}

function* inParts(
  rows: SpreadsheetRow[],
  refusal: string | null = null,
): Generator<SpreadsheetRow[], { refusal: string | null }, void> {
  for (let at = 0; at < rows.length; at += rowsPerPart) yield rows.slice(at, at + rowsPerPart)
  return { refusal }
}
