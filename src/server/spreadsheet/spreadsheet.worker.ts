import { checkZip, notAWorkbook } from './check-zip.ts'
import { readCsv } from './read-csv.ts'
import { readOds } from './read-ods.ts'
import { readXlsx } from './read-xlsx.ts'
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
    return inParts(isZip(file) ? await readWorkbook(file, limits) : readCsv(file, limits))
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return inParts([], error.message)
    throw error
  }
}

async function readWorkbook(file: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  const parts = await checkZip(file)
  if (parts.has('[content_types].xml') && parts.has('xl/workbook.xml')) return await readXlsx(file, limits)
  if (parts.has('mimetype') && parts.has('content.xml')) return await readOds(file, limits)
  throw new SpreadsheetProblem(notAWorkbook)
}

function* inParts(
  rows: SpreadsheetRow[],
  refusal: string | null = null,
): Generator<SpreadsheetRow[], { refusal: string | null }, void> {
  for (let at = 0; at < rows.length; at += rowsPerPart) yield rows.slice(at, at + rowsPerPart)
  return { refusal }
}

function isZip(file: Buffer): boolean {
  return file.length > 4 && file.readUInt32BE(0) === 0x504b0304
}
