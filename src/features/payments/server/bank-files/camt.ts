import { type BankLine, type FileFormat, maxLines, type OwnAccount, unreadable } from './bank-line.ts'
import { camtLines, isBooked, isReversal } from './camt-entry.ts'
import { all, amountAt, at, entriesOf, readStatement, textAt } from './read-xml.ts'

/** The three messages about entries of an account: reports within the day, statements, and advices of single entries. */
const messages = [
  { format: 'camt.053', root: 'BkToCstmrStmt', statement: 'Stmt' },
  { format: 'camt.052', root: 'BkToCstmrAcctRpt', statement: 'Rpt' },
  { format: 'camt.054', root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
] as const satisfies readonly { format: FileFormat; root: string; statement: string }[]

/** The name of the element by which a file is recognized as one of them. */
export const camtRoots: readonly string[] = messages.map(({ root }) => root)

/**
 * Reads the entries of the sponsor's account from a message of ISO 20022: a statement (camt.053), a report within the day (camt.052) or an
 * advice (camt.054), of any version. Statements of other accounts are named and left out. Throws `validation` where none is of our account,
 * where the currency is another, or where balances and entries do not add up.
 */
export function readCamt(content: string, own: OwnAccount): { format: FileFormat; lines: BankLine[] } {
  const document = at(readStatement(content), 'Document')
  const message = messages.find(({ root }) => at(document, root) !== undefined)
  const statements = message ? all(document, message.root, message.statement) : []
  if (!message || statements.length === 0)
    throw unreadable('This is not a statement (camt.053), a report (camt.052) or an advice (camt.054).')
  if (statements.every(statement => ownerOf(at(statement, 'Acct'), own) === 'other'))
    throw unreadable('This statement is not for the account from which grants are paid.')
  const createdOn = textAt(document, message.root, 'GrpHdr', 'CreDtTm')?.slice(0, 10) ?? null
  const lines: BankLine[] = []
  for (const [number, statement] of statements.entries()) {
    const owner = ownerOf(at(statement, 'Acct'), own)
    if (owner === 'other') {
      lines.push(leftOut(lines.length + 1, statement))
      continue
    }
    requireCurrency(textAt(statement, 'Acct', 'Ccy'), own)
    const entries = entriesOf(statement)
    const asked =
      owner === 'unclear' && entries.length > 0 ? accountQuestion(lines.length + 1, statement, own) : null
    if (asked !== null) lines.push(asked)
    const readEntries = (meansOriginal: boolean) =>
      camtLines(entries, { own, statement: number, createdOn, firstLine: lines.length + 1, meansOriginal })
    const meansOriginal = message.format === 'camt.053' && reversalsMeanOriginal(statement, entries)
    const read = readEntries(meansOriginal)
    lines.push(...(asked === null ? read : read.map(line => ({ ...line, dependsOn: asked.line }))))
    if (lines.length > maxLines) throw unreadable(`The file has more than ${maxLines} lines.`)
  }
  return { format: message.format, lines }
}

function requireCurrency(currency: string | null, own: OwnAccount): void {
  if (currency !== null && currency !== own.currency) throw unreadable(`This statement is in ${currency}.`)
}

/** Letters and digits alone, as people and banks group them differently. */
const bare = (text: string | null) => (text ?? '').replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()

/**
 * Whose an account is, compared as a whole: by its IBAN, or by its bank's code with its number. A number alone may be that of an account at
 * another bank, so that a person compares it.
 */
function ownerOf(account: unknown, { bankCode, accountNumber }: OwnAccount): 'own' | 'unclear' | 'other' {
  const other = bare(textAt(account, 'Id', 'Othr', 'Id'))
  const iban = bare(textAt(account, 'Id', 'IBAN')) || (/^[A-Z]{2}\d{2}/.test(other) ? other : '')
  const whole = `${bankCode}${accountNumber}`
  // GB, two check digits, four letters of the bank, sort code, account number.
  if (iban !== '') return /^GB\d{2}[A-Z]{4}\d{14}$/.test(iban) && iban.slice(8) === whole ? 'own' : 'other'
  if (other === whole) return 'own'
  if (other !== accountNumber) return 'other'
  const bank = bare(textAt(account, 'Svcr', 'FinInstnId', 'ClrSysMmbId', 'MmbId'))
  if (bank === '') return 'unclear'
  return bank === bankCode ? 'own' : 'other'
}

/** Asks whether a statement that names no sort code or routing number is of our account. */
function accountQuestion(line: number, statement: unknown, { bankCode }: OwnAccount): BankLine {
  const institution = at(statement, 'Acct', 'Svcr', 'FinInstnId')
  const name = textAt(institution, 'BICFI') ?? textAt(institution, 'BIC') ?? textAt(institution, 'Nm')
  const bank = name === null ? 'no bank' : `its bank as “${name.slice(0, 40)}” alone`
  return {
    line,
    effect: 'none',
    names: null,
    amountMinor: null,
    detail: `This statement has the number of our account, but names ${bank}. Compare it with our account at ${bankCode}.`,
    question: 'It is our account',
  }
}

/** Names a statement of another account, by the last digits of its number. */
function leftOut(line: number, statement: unknown): BankLine {
  const number = bare(
    textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
  )
  return {
    line,
    effect: 'none',
    names: null,
    amountMinor: null,
    detail: `A statement of another account, ending in ${number.slice(-4)}. Its ${all(statement, 'Ntry').length} entries were left out.`,
  }
}

/**
 * Checks opening + entries = closing where the statement has both balances. Returns whether the entries add up only if the side of a reversal is
 * that of the entry that it reverses, as some banks write it; by the standard it is its own. Throws `validation` if they never add up.
 */
function reversalsMeanOriginal(statement: unknown, entries: Iterable<unknown>): boolean {
  const opening = balanceOf(statement, 'OPBD') ?? balanceOf(statement, 'PRCD')
  const closing = balanceOf(statement, 'CLBD')
  if (opening === null || closing === null) return false
  let sumMinor = 0n
  let reversedMinor = 0n
  for (const entry of entries) {
    if (!isBooked(entry)) continue
    const signedMinor = signed(amountAt(entry, 'Amt')?.amountMinor ?? 0n, textAt(entry, 'CdtDbtInd'))
    if (isReversal(entry)) reversedMinor += signedMinor
    else sumMinor += signedMinor
  }
  const movedMinor = closing - opening
  if (sumMinor + reversedMinor === movedMinor) return false
  if (sumMinor - reversedMinor === movedMinor) return true
  throw unreadable('This statement is incomplete: its balances and its entries do not add up.')
}

function balanceOf(statement: unknown, code: string): bigint | null {
  const balance = all(statement, 'Bal').find(
    each => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code || textAt(each, 'Tp', 'Cd') === code,
  )
  const amount = amountAt(balance, 'Amt')
  return amount === null ? null : signed(amount.amountMinor, textAt(balance, 'CdtDbtInd'))
}

const signed = (amountMinor: bigint, side: string | null) => (side === 'DBIT' ? -amountMinor : amountMinor)
