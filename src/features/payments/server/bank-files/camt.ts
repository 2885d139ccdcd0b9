import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import {
  accountId,
  type BankFile,
  type BankLine,
  type FileFormat,
  maxLines,
  type OwnAccount,
  type StatementFacts,
} from './bank-line.ts'
import { camtLines, isBooked, isReversal } from './camt-entry.ts'
import { namedAccountAt } from './named-account.ts'
import { findOwner, type Owner } from './own-accounts.ts'
import { all, amountAt, at, dateAt, partsOf, readList, textAt } from './read-xml.ts'
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
 * Reads the entries of the sponsor's accounts from a message of ISO 20022: a statement (camt.053), a report within the day (camt.052) or an
 * advice (camt.054), of any version. Statements of other accounts are named and left out. Throws `validation` where none is of an account of
 * ours, where the currency is another, or where balances and entries do not add up.
 */
export function readCamt(
  content: string,
  own: OwnAccount,
): Pick<BankFile, 'format' | 'lines' | 'statements'> {
  const document = at(readList(content), 'Document')
  const message = messages.find(({ root }) => at(document, root) !== undefined)
  const found = message ? all(document, message.root, message.statement) : []
  if (!message || found.length === 0)
    throw unreadable('This is not a statement (camt.053), a report (camt.052) or an advice (camt.054).')
  const owners = found.map(statement => ownerOf(at(statement, 'Acct'), own))
  if (owners.every(owner => owner.is === 'other'))
    throw unreadable('This statement is not for an account of ours.')
  const createdOn = textAt(document, message.root, 'GrpHdr', 'CreDtTm')?.slice(0, 10) ?? null
  const lines: BankLine[] = []
  const statements: StatementFacts[] = []
  for (const [number, statement] of found.entries()) {
    const owner = owners[number]
    if (!owner || owner.is === 'other') {
      lines.push(leftOut(lines.length + 1, statement))
      continue
    }
    requireCurrency(textAt(statement, 'Acct', 'Ccy'), own)
    const read = readStatement(statement, {
      ...message,
      owner,
      number,
      createdOn,
      firstLine: lines.length + 1,
    })
    for (const line of read.lines) lines.push(line)
    statements.push(...read.facts)
    if (lines.length > maxLines) throw unreadable(tooManyLines(maxLines))
  }
  return { format: message.format, lines, statements }
}

type Reading = {
  format: FileFormat
  owner: Exclude<Owner, { is: 'other' }>
  number: number
  createdOn: string | null
  firstLine: number
}

/** The lines of a statement, after the question whether it is ours if it names its account in part; and what a statement says of itself. */
function readStatement(
  statement: unknown,
  { format, owner, number, createdOn, firstLine }: Reading,
): { lines: BankLine[]; facts: StatementFacts[] } {
  const { own } = owner
  const entries = partsOf(statement, 'Ntry')
  const isStatement = format === 'camt.053'
  const asked =
    owner.is === 'unclear' && (entries.length > 0 || isStatement)
      ? accountQuestion(firstLine, statement, own)
      : null
  const reading = {
    own,
    statement: number,
    createdOn,
    firstLine: firstLine + (asked === null ? 0 : 1),
  }
  const sums = { sumMinor: 0n, reversedMinor: 0n }
  const read = camtLines(isStatement ? summed(entries, sums) : entries, { ...reading, meansOriginal: false })
  // Rarely: the entries are parsed again, because they are read in another way.
  if (isStatement && reversalsMeanOriginal(statement, sums))
    read.splice(0, read.length, ...camtLines(entries, { ...reading, meansOriginal: true }))
  const facts = isStatement ? factsOf(statement, { own, createdOn, asked, lines: read }) : null
  return {
    lines: asked === null ? read : [asked, ...read.map(line => ({ ...line, dependsOn: asked.line }))],
    facts: facts === null ? [] : [facts],
  }
}

type FactsAbout = {
  own: OwnAccount
  createdOn: string | null
  asked: BankLine | null
  lines: readonly BankLine[]
}

/** Null for a statement that says nothing of its day. */
function factsOf(statement: unknown, { own, createdOn, asked, lines }: FactsAbout): StatementFacts | null {
  const opening = findBalance(statement, 'OPBD') ?? findBalance(statement, 'PRCD')
  const closing = findBalance(statement, 'CLBD')
  const booked = lines.flatMap(({ movement }) => (movement ? [movement.bookedOn] : [])).toSorted()
  const closedOn =
    closing?.on ??
    dateAt(statement, 'FrToDt', 'ToDtTm') ??
    dateAt(statement, 'FrToDt', 'ToDt') ??
    booked.at(-1) ??
    asIsoDate(createdOn ?? '')
  if (closedOn === null) return null
  const opensOn = opening?.on ?? dateAt(statement, 'FrToDt', 'FrDtTm') ?? dateAt(statement, 'FrToDt', 'FrDt')
  return {
    bankAccount: accountId(own),
    reference: (textAt(statement, 'Id') ?? textAt(statement, 'ElctrncSeqNb'))?.slice(0, 140) ?? null,
    opensOn: opensOn !== null && opensOn <= closedOn ? opensOn : null,
    closedOn,
    openingMinor: opening?.amountMinor ?? null,
    closingMinor: closing?.amountMinor ?? null,
    dependsOn: asked?.line ?? null,
  }
}

function requireCurrency(currency: string | null, own: OwnAccount): void {
  if (currency !== null && currency !== own.currency) throw unreadable(`This statement is in ${currency}.`)
}

function ownerOf(account: unknown, own: OwnAccount): Owner {
  const named = namedAccountAt(account, at(account, 'Svcr', 'FinInstnId'))
  return named === null ? { is: 'other' } : findOwner(named, own)
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

type Sums = { sumMinor: bigint; reversedMinor: bigint }

/** The same entries; adds the booked ones to the sums as they are read. Tens of thousands are parsed once. */
function* summed(entries: Iterable<unknown>, sums: Sums): Generator<unknown> {
  for (const entry of entries) {
    if (isBooked(entry)) {
      const signedMinor = signed(amountAt(entry, 'Amt')?.amountMinor ?? 0n, textAt(entry, 'CdtDbtInd'))
      if (isReversal(entry)) sums.reversedMinor += signedMinor
      else sums.sumMinor += signedMinor
    }
    yield entry
  }
}

/**
 * Checks opening + entries = closing where the statement has both balances. Returns whether the entries add up only if the side of a reversal is
 * that of the entry that it reverses, as some banks write it; by the standard it is its own. Throws `validation` if they never add up.
 */
function reversalsMeanOriginal(statement: unknown, { sumMinor, reversedMinor }: Sums): boolean {
  const opening = findBalance(statement, 'OPBD') ?? findBalance(statement, 'PRCD')
  const closing = findBalance(statement, 'CLBD')
  if (opening === null || closing === null) return false
  const movedMinor = closing.amountMinor - opening.amountMinor
  if (sumMinor + reversedMinor === movedMinor) return false
  if (sumMinor - reversedMinor === movedMinor) return true
  throw unreadable('This statement is incomplete: its balances and its entries do not add up.')
}

type Balance = { amountMinor: bigint; on: IsoDate | null }

function findBalance(statement: unknown, code: string): Balance | null {
  const balance = all(statement, 'Bal').find(
    each => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code || textAt(each, 'Tp', 'Cd') === code,
  )
  const amount = amountAt(balance, 'Amt')
  return amount === null
    ? null
    : { amountMinor: signed(amount.amountMinor, textAt(balance, 'CdtDbtInd')), on: dateAt(balance, 'Dt') }
}

const signed = (amountMinor: bigint, side: string | null) => (side === 'DBIT' ? -amountMinor : amountMinor)
