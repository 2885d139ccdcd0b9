import { type BankFile, maxLines, unreadable } from './bank-line.ts'
import { type OwnAccount, readCamt053 } from './camt053.ts'
import { readNachaReturns } from './nacha-return.ts'
import { readPain002 } from './pain002.ts'

/** Reads a bank file, whose format is detected: NACHA returns, a statement (camt.053) or a status report (pain.002). Throws `validation`. */
export function parseBankFile(bytes: Uint8Array, own: OwnAccount): BankFile {
  const content = decoded(bytes)
  const bankFile = parseContent(content, own)
  if (bankFile.lines.length > maxLines) throw unreadable(`The file has more than ${maxLines} lines.`)
  return bankFile
}

function parseContent(content: string, own: OwnAccount): BankFile {
  if (content.startsWith('101')) return { format: 'nacha', lines: readNachaReturns(content) }
  if (content.includes('BkToCstmrStmt')) return { format: 'camt.053', lines: readCamt053(content, own) }
  if (content.includes('CstmrPmtStsRpt')) return { format: 'pain.002', lines: readPain002(content) }
  throw unreadable('This is not a bank file that we can read. Use NACHA returns, camt.053 or pain.002.')
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\uFEFF/, '')
  } catch {
    throw unreadable('The file is not text in UTF-8.')
  }
}
