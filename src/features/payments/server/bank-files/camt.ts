import { type BankLine, type FileFormat, maxLines, type OwnAccount, unreadable } from './bank-line.ts'
import { camtLines, isBooked, isReversal } from './camt-entry.ts'
import { all, amountAt, at, readXml, textAt } from './read-xml.ts'

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
  const document = at(readXml(content), 'Document')
  const message = messages.find(({ root }) => at(document, root) !== undefined)
  const statements = message ? all(document, message.root, message.statement) : []
  if (!message || statements.length === 0)
    throw unreadable('This is not a statement (camt.053), a report (camt.052) or an advice (camt.054).')
  if (!statements.some(statement => isOwn(at(statement, 'Acct'), own)))
    throw unreadable('This statement is not for the account from which grants are paid.')
  const createdOn = textAt(document, message.root, 'GrpHdr', 'CreDtTm')?.slice(0, 10) ?? null
  const lines: BankLine[] = []
  for (const [number, statement] of statements.entries()) {
    if (!isOwn(at(statement, 'Acct'), own)) {
      lines.push(leftOut(lines.length + 1, statement))
      continue
    }
    requireCurrency(textAt(statement, 'Acct', 'Ccy'), own)
    const entries = all(statement, 'Ntry')
    const readEntries = (meansOriginal: boolean) =>
      camtLines(entries, { own, statement: number, createdOn, firstLine: lines.length + 1, meansOriginal })
    const meansOriginal = message.format === 'camt.053' && reversalsMeanOriginal(statement, entries)
    lines.push(...readEntries(meansOriginal))
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
 * Whether an account is the sponsor's own, compared as a whole: its IBAN, its bank's code with its number, or its number at a bank that the
 * statement does not name or names as ours.
 */
function isOwn(account: unknown, { bankCode, accountNumber }: OwnAccount): boolean {
  const other = bare(textAt(account, 'Id', 'Othr', 'Id'))
  const iban = bare(textAt(account, 'Id', 'IBAN')) || (/^[A-Z]{2}\d{2}/.test(other) ? other : '')
  // GB, two check digits, four letters of the bank, sort code, account number.
  if (iban !== '')
    return /^GB\d{2}[A-Z]{4}\d{14}$/.test(iban) && iban.slice(8) === `${bankCode}${accountNumber}`
  const bank = bare(textAt(account, 'Svcr', 'FinInstnId', 'ClrSysMmbId', 'MmbId'))
  return (
    other === `${bankCode}${accountNumber}` || (other === accountNumber && (bank === '' || bank === bankCode))
  )
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
function reversalsMeanOriginal(statement: unknown, entries: readonly unknown[]): boolean {
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
