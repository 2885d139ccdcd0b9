import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { toDecimal } from '../../../../domain/money.ts'
import {
  accountId,
  type BankLine,
  type Entry,
  type Movement,
  type Named,
  type OwnAccount,
} from './bank-line.ts'
import { accountOfParty, compareAccounts, mayBe, type NamedAccount } from './named-account.ts'
import { all, amountAt, at, dateAt, textAt } from './read-xml.ts'
import {
  givenReference,
  identifyingReference,
  referenceIn,
  referencesMentioned,
  runIn,
  runMentioned,
} from './references.ts'
import { unreadable } from './unreadable.ts'

type Reading = {
  /** The account of the statement comes first, its others after it. */
  own: OwnAccount
  statement: number
  /** The day of the message, for entries that have no date of their own. */
  createdOn: string | null
  firstLine: number
  /** Whether the side of a reversal is that of the entry that it reverses. */
  meansOriginal: boolean
}

/** The lines of a statement's entries: one for each part of an entry, or one for an entry without parts. */
export function camtLines(entries: Iterable<unknown>, reading: Reading): BankLine[] {
  const lines: BankLine[] = []
  for (const entry of entries) lines.push(...linesOf(entry, reading.firstLine + lines.length, reading))
  return lines
}

function linesOf(entry: unknown, line: number, reading: Reading): BankLine[] {
  const amount = amountAt(entry, 'Amt')
  if (amount === null) throw unreadable(`Entry ${line} has no amount.`)
  if (amount.currency !== reading.own.currency)
    throw unreadable(`Entry ${line} is in ${amount.currency || 'no currency'}.`)
  if (!isBooked(entry) || amount.amountMinor === 0n)
    return [
      {
        line,
        effect: 'none',
        names: null,
        amountMinor: amount.amountMinor,
        detail: isBooked(entry) ? 'Nothing was booked' : 'Not booked yet',
      },
    ]
  return bookedLines(entry, amount.amountMinor, line, reading)
}

function bookedLines(entry: unknown, amountMinor: bigint, line: number, reading: Reading): BankLine[] {
  const details = all(entry, 'NtryDtls').flatMap(each => all(each, 'TxDtls'))
  const isCredit = (sideOf(entry, line) === 'CRDT') !== (reading.meansOriginal && isReversal(entry))
  const about: About = {
    own: reading.own,
    source: entry,
    line,
    bookedOn: bookedOn(entry, reading, line),
    isReversal: isReversal(entry),
    entry: {
      bankAccount: accountId(reading.own),
      statement: reading.statement,
      isCredit,
      amountMinor,
      reference: identifyingReference(
        textAt(entry, 'AcctSvcrRef') ??
          (details.length === 1 ? textAt(details[0], 'Refs', 'AcctSvcrRef') : null),
        textAt(entry, 'NtryRef'),
      ),
      parts: Math.max(1, details.length),
    },
  }
  const parts = details.map(each => partOf(each, about.entry, reading.own))
  const problem = problemOf(parts, about.entry, reading.own)
  if (problem !== null || parts.length === 0) {
    const whole = { details: null, isCredit, amountMinor, position: 1, reference: null }
    return [lineOf(whole, { ...about, entry: { ...about.entry, parts: 1 } }, problem, line)]
  }
  const seen = new Map<string, number>()
  return parts.map((part, index) => {
    const key = `${part.isCredit} ${part.amountMinor} ${part.reference}`
    const position = (seen.get(key) ?? 0) + 1
    seen.set(key, position)
    return lineOf(
      { ...part, amountMinor: part.amountMinor ?? amountMinor, position },
      about,
      null,
      line + index,
    )
  })
}

/** A booked entry. A pending one comes again when it is booked. */
export const isBooked = (entry: unknown): boolean =>
  (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'

export const isReversal = (entry: unknown): boolean => ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '')

type About = {
  own: OwnAccount
  source: unknown
  line: number
  bookedOn: IsoDate
  isReversal: boolean
  entry: Entry
}

function sideOf(element: unknown, line: number): 'CRDT' | 'DBIT' {
  const side = textAt(element, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') throw unreadable(`Entry ${line} is neither a credit nor a debit.`)
  return side
}

function bookedOn(entry: unknown, { createdOn }: Reading, line: number): IsoDate {
  const date = dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt') ?? asIsoDate(createdOn ?? '')
  if (date === null) throw unreadable(`Entry ${line} has no booking date.`)
  return date
}

type Part = {
  details: unknown
  isCredit: boolean
  /** Null where the part does not say it in our currency. */
  amountMinor: bigint | null
  reference: string | null
}

/** Where banks write the amount of a part, the most exact first. */
const amountPaths = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']] as const

function partOf(details: unknown, entry: Entry, { currency }: OwnAccount): Part {
  const amounts = amountPaths.map(path => amountAt(details, ...path))
  const own = amounts.find(each => each?.currency === currency)
  const isOnlyPart = entry.parts === 1 && amounts.every(each => each === null)
  const side = textAt(details, 'CdtDbtInd')
  const entrySide = entry.isCredit ? 'CRDT' : 'DBIT'
  return {
    details,
    // The only part of an entry has its side; that of a reversal may be written in two ways.
    isCredit: entry.parts === 1 ? entry.isCredit : (side ?? entrySide) === 'CRDT',
    amountMinor: own?.amountMinor ?? (isOnlyPart ? entry.amountMinor : null),
    reference: givenReference(
      textAt(details, 'Refs', 'AcctSvcrRef') ??
        textAt(details, 'Refs', 'TxId') ??
        textAt(details, 'Refs', 'InstrId') ??
        textAt(details, 'Refs', 'EndToEndId'),
    ),
  }
}

/** Why the parts of an entry cannot be told apart: each needs an amount, and together they are the entry. */
function problemOf(parts: readonly Part[], entry: Entry, { currency }: OwnAccount): string | null {
  if (parts.length === 0) return null
  let sumMinor = 0n
  for (const { amountMinor, isCredit } of parts) {
    if (amountMinor === null || amountMinor === 0n)
      return `A part of this entry has no amount in ${currency}. Compare it with the bank.`
    sumMinor += isCredit === entry.isCredit ? amountMinor : -amountMinor
  }
  return sumMinor === entry.amountMinor
    ? null
    : `The parts of this entry add up to ${toDecimal(sumMinor)}, but it is ${toDecimal(entry.amountMinor)}. Compare it with the bank.`
}

/** Bank transaction codes (ISO 20022, sub-family) of money that came back. */
const returnCodes = new Set(['RRTN', 'RPCR', 'UPCQ', 'CQRV'])

type PlacedPart = Part & { amountMinor: bigint; position: number }

function lineOf(part: PlacedPart, about: About, problem: string | null, line: number): BankLine {
  const { source, entry } = about
  const { details, isCredit, amountMinor } = part
  const reasonCode = textAt(details, 'RtrInf', 'Rsn', 'Cd')
  const text = textOf(source, details, reasonCode)
  const { names, isNamedByText } = subjectOf(source, details, text)
  const code =
    textAt(details, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ??
    textAt(source, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')
  const accounts = payeeAccounts(details, isCredit, about.own)
  const movement: Movement = {
    bookedOn: about.bookedOn,
    isCredit,
    isReversal: about.isReversal,
    amountMinor,
    entry,
    partPosition: part.position,
    partReference: part.reference,
    endToEndId: givenReference(textAt(details, 'Refs', 'EndToEndId')),
    counterparty: counterpartyOf(details, isCredit),
    isReturn: about.isReversal || at(details, 'RtrInf') !== undefined || returnCodes.has(code ?? ''),
    isNamedByText,
    problem:
      problem ??
      (about.isReversal && !isCredit
        ? 'The bank took back a credit. Read it in the statement, and record by hand what it means.'
        : null),
  }
  return {
    line,
    effect: isCredit ? 'returned' : 'cleared',
    names,
    amountMinor,
    detail: text.slice(0, 200) || (isCredit ? 'Credited' : 'Debited'),
    reasonCode,
    movement,
    ...(accounts.length === 0 ? {} : { accounts }),
  }
}

function textOf(entry: unknown, details: unknown, reasonCode: string | null): string {
  const words = [
    reasonCode,
    ...all(details, 'RtrInf', 'AddtlInf').map(each => textAt(each)),
    ...all(details, 'RmtInf', 'Ustrd').map(each => textAt(each)),
    textAt(details, 'AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  ]
  return words.filter(each => each !== null).join(' ')
}

/**
 * The accounts that may be the payee's. Where money comes back, some banks name the parties of the original payment, others those of the return,
 * so that it may be either, but not ours.
 */
function payeeAccounts(details: unknown, isCredit: boolean, own: OwnAccount): NamedAccount[] {
  const parties = isCredit ? (['Cdtr', 'Dbtr'] as const) : (['Cdtr'] as const)
  const isOurs = (account: NamedAccount) =>
    [own, ...own.others].some(({ bankCode, accountNumber }) =>
      mayBe(compareAccounts(account, { bank: bankCode, account: accountNumber })),
    )
  return parties
    .map(party => accountOfParty(at(details, 'RltdPties'), at(details, 'RltdAgts'), party))
    .filter(account => account !== null)
    .filter(account => !isOurs(account))
}

function counterpartyOf(details: unknown, isCredit: boolean): string | null {
  const party = isCredit ? 'Dbtr' : 'Cdtr'
  const name = textAt(details, 'RltdPties', party, 'Nm') ?? textAt(details, 'RltdPties', party, 'Pty', 'Nm')
  return name?.slice(0, 140) ?? null
}

/** What an entry or a part of it is about, and whether only its text says so. Fields of the bank come before the text. */
function subjectOf(
  entry: unknown,
  details: unknown,
  text: string,
): { names: Named | null; isNamedByText: boolean } {
  const fields = [
    textAt(details, 'Refs', 'EndToEndId'),
    textAt(details, 'Refs', 'InstrId'),
    ...all(details, 'RmtInf', 'Strd').map(each => textAt(each, 'CdtrRefInf', 'Ref')),
  ]
  const reference = fields.map(referenceIn).find(each => each !== null)
  if (reference !== undefined) return { names: { reference }, isNamedByText: false }
  const cheque = textAt(details, 'Refs', 'ChqNb') ?? textAt(entry, 'ChqNb')
  if (cheque !== null && /^\d{1,18}$/.test(cheque))
    return { names: { chequeNumber: BigInt(cheque) }, isNamedByText: false }
  const [mentioned, ...others] = referencesMentioned([...fields, text].join(' '))
  if (mentioned !== undefined)
    return { names: others.length === 0 ? { reference: mentioned } : null, isNamedByText: true }
  const batches = all(entry, 'NtryDtls').map(each => at(each, 'Btch'))
  const run = [details, ...batches]
    .flatMap(each => [
      textAt(each, 'Refs', 'PmtInfId'),
      textAt(each, 'Refs', 'MsgId'),
      textAt(each, 'PmtInfId'),
      textAt(each, 'MsgId'),
    ])
    .map(runIn)
    .find(each => each !== null)
  if (run !== undefined) return { names: { runNumber: run }, isNamedByText: false }
  const ofText = runMentioned(text)
  return { names: ofText === null ? null : { runNumber: ofText }, isNamedByText: true }
}
