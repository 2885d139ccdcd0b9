import { refusePrintedBacs } from './bacs-kinds.ts'
import { readBacsLines } from './bacs-lines.ts'
import { readBai2 } from './bai2.ts'
import { isBai2 } from './bai2-records.ts'
import type { BankFile, OwnAccount } from './bank-line.ts'
import { camtRoots, readCamt } from './camt.ts'
import { readCsvStatement } from './csv-statement.ts'
import { decodeText } from './decode-text.ts'
import { isNacha } from './nacha-records.ts'
import { readNachaReturns } from './nacha-return.ts'
import { readPain002 } from './pain002.ts'
import { unreadable } from './unreadable.ts'
import { type FileLimits, fileLimits, requireWithin, tooManyLines } from './xml-limits.ts'

/**
 * Reads a bank file, whose format is detected: NACHA returns, entries of the account (camt.052 to camt.054, BAI2, comma-separated values), a status
 * report (pain.002) or a report of Bacs (ARUCS, AWACS). Throws `validation`, also for one beyond the limits.
 */
export const parseBankFile = (
  bytes: Uint8Array,
  own: OwnAccount,
  limits: FileLimits = fileLimits,
): BankFile => parseBankText(decodeText(bytes), own, limits)

/** The same of its text. */
export function parseBankText(content: string, own: OwnAccount, limits: FileLimits = fileLimits): BankFile {
  if (isXml(content)) requireWithin(content, limits)
  const bankFile = parseContent(content, own)
  const { transfers = [], batches = [] } = bankFile.report ?? {}
  if (Math.max(bankFile.lines.length, transfers.length, batches.length) > limits.lines)
    throw unreadable(tooManyLines(limits.lines))
  return bankFile
}

const isXml = (content: string) => /^\s*</.test(content)

function parseContent(content: string, own: OwnAccount): BankFile {
  if (isNacha(content)) return { format: 'nacha', lines: readNachaReturns(content, own), statements: [] }
  if (camtRoots.some(root => content.includes(root))) return readCamt(content, own)
  if (content.includes('CstmrPmtStsRpt'))
    return { format: 'pain.002', lines: [], statements: [], report: readPain002(content, own.currency) }
  if (/<(?:[\w.-]{1,40}:)?BACSDocument\b/i.test(content))
    return { ...readBacsLines(content, own), statements: [] }
  if (isBai2(content)) return readBai2(content, own)
  refusePrintedBacs(content)
  if (/^:20:/m.test(content) && /^:25:/m.test(content))
    throw unreadable('This is a statement in MT940, which we cannot read. Ask the bank for camt.053 or BAI2.')
  if (!isXml(content) && [own, ...own.others].some(({ csv }) => csv !== null))
    return readCsvStatement(content, own)
  throw unreadable(
    'This is not a bank file that we can read. Use NACHA returns, camt.052, camt.053, camt.054, BAI2, pain.002, or ARUCS and AWACS reports of Bacs as XML.',
  )
}
