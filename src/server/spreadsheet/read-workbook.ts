import { checkZip, notAWorkbook } from './check-zip.ts'
import { readOds } from './read-ods.ts'
import { readXlsx } from './read-xlsx.ts'
import { type SpreadsheetLimits, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

/** Whether a file is a ZIP archive, as workbooks are. */
export const isWorkbook = (file: Buffer): boolean => file.length > 4 && file.readUInt32BE(0) === 0x504b0304

/** The rows of the first visible sheet of a workbook (.xlsx, .ods). @throws SpreadsheetProblem */
export async function readWorkbook(file: Buffer, limits: SpreadsheetLimits): Promise<SpreadsheetRow[]> {
  const parts = await checkZip(file)
  if (parts.has('[content_types].xml') && parts.has('xl/workbook.xml')) return await readXlsx(file, limits)
  if (parts.has('mimetype') && parts.has('content.xml')) return await readOds(file, limits)
  throw new SpreadsheetProblem(notAWorkbook)
}
