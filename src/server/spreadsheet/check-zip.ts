import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'

/** The most parts of a workbook, and their size unpacked. */
const maxParts = 500
const maxUnpackedBytes = 40_000_000

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

export const notAWorkbook = 'The file is damaged or is not a workbook.'

/**
 * Unpacks a workbook once without storing anything, and counts the real sizes, because the file may lie about them.
 * The readers of workbooks themselves have no limit. @returns the names of the parts, in lower case. @throws SpreadsheetProblem
 */
export async function checkZip(bytes: Buffer): Promise<ReadonlySet<string>> {
  const zip = await open(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new SpreadsheetProblem(notAWorkbook)
  })
  if (zip.entryCount > maxParts) throw new SpreadsheetProblem('The file has too many parts.')
  const names = new Set<string>()
  let total = 0
  await new Promise<void>((resolve, reject) => {
    const refuse = (sentence: string) => reject(new SpreadsheetProblem(sentence))
    zip.on('error', () => refuse(notAWorkbook))
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName.toLowerCase()
      // Some readers read the first of two parts with one name, others the second.
      if (names.has(name)) return refuse(notAWorkbook)
      names.add(name)
      if (name.endsWith('vbaproject.bin') || name.startsWith('basic/'))
        return refuse('The file has macros. Save it as a workbook without macros.')
      if (entry.isEncrypted()) return refuse('The file is protected with a password. Save it without one.')
      total += entry.uncompressedSize
      if (total > maxUnpackedBytes) return refuse('The file is too large when it is unpacked.')
      zip.openReadStream(entry, (error, stream) => {
        if (error) return refuse(notAWorkbook)
        stream.on('error', () => refuse(notAWorkbook))
        // yauzl itself stops a part that is longer than it says (validateEntrySizes).
        stream.on('end', () => zip.readEntry())
        stream.resume()
      })
    })
    zip.readEntry()
  })
  return names
}
