import { type BankLine, type FileFormat, maxLines, type OwnAccount } from './bank-line.ts'
import { camtLines, isBooked, isReversal } from './camt-entry.ts'
import { compareAccounts, isWhole, mayBe, namedAccountAt } from './named-account.ts'
import { all, amountAt, at, partsOf, readList, textAt } from './read-xml.ts'
import { unreadable } from './unreadable.ts'
import { tooManyLines } from './xml-limits.ts'

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
  const document = at(readList(content), 'Document')
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
    const entries = partsOf(statement, 'Ntry')
    const asked =
      owner === 'unclear' && entries.length > 0 ? accountQuestion(lines.length + 1, statement, own) : null
    if (asked !== null) lines.push(asked)
    const readEntries = (meansOriginal: boolean) =>
      camtLines(entries, { own, statement: number, createdOn, firstLine: lines.length + 1, meansOriginal })
    const meansOriginal = message.format === 'camt.053' && reversalsMeanOriginal(statement, entries)
    const read = readEntries(meansOriginal)
    lines.push(...(asked === null ? read : read.map(line => ({ ...line, dependsOn: asked.line }))))
    if (lines.length > maxLines) throw unreadable(tooManyLines(maxLines))
  }
  return { format: message.format, lines }
}

function requireCurrency(currency: string | null, own: OwnAccount): void {
  if (currency !== null && currency !== own.currency) throw unreadable(`This statement is in ${currency}.`)
}

/** Whose an account is, compared as a whole. A number alone may be that of an account at another bank, so that a person compares it. */
function ownerOf(account: unknown, { bankCode, accountNumber }: OwnAccount): 'own' | 'unclear' | 'other' {
  const named = namedAccountAt(account, at(account, 'Svcr', 'FinInstnId'))
  if (named === null) return 'other'
  const comparison = compareAccounts(named, { bank: bankCode, account: accountNumber })
  if (isWhole(comparison)) return 'own'
  return mayBe(comparison) ? 'unclear' : 'other'
}

/** Asks whether a statement that names no sort code or routing number is of our account. */
function accountQuestion(line: number, statement: unknown, { bankCode }: OwnAccount): BankLine {
  const institution = at(statement, 'Acct', 'Svcr', 'FinInstnId')
  const name = textAt(institution, 'BICFI') ?? textAt(institution, 'BIC') ?? textAt(institution, 'Nm')
  const bank = name === null ? 'no bank' : `its bank as “${name.slice(0, 40)}” alone`
  const number =
    textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''
  const named = /^[\d\s-]{5,}$/.test(number)
    ? `has the number of our account, but names ${bank}`
    : 'shows only some digits of its account, which are those of ours'
  return {
    line,
    effect: 'none',
    names: null,
    amountMinor: null,
    detail: `This statement ${named}. Compare it with our account at ${bankCode}.`,
    question: 'It is our account',
  }
}

/** Names a statement of another account, by the last digits of its number. */
function leftOut(line: number, statement: unknown): BankLine {
  const { number } = namedAccountAt(at(statement, 'Acct'), undefined) ?? { number: '' }
  return {
    line,
    effect: 'none',
    names: null,
    amountMinor: null,
    detail: `A statement of another account, ending in ${number.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4)}. Its ${all(statement, 'Ntry').length} entries were left out.`,
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
