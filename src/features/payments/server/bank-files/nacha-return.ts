import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { accountId, type BankLine, type Movement, type NamedEntry, type OwnAccount } from './bank-line.ts'
import { type ChangeNotice, readChange } from './change-notice.ts'
import { nachaRecords } from './nacha-records.ts'
import { unreadable } from './unreadable.ts'

/** Return reasons of the Nacha Operating Rules (appendix 4) that credits to organizations get, in words. */
const returnReasons: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R04: 'Invalid account number',
  R10: 'Not authorized',
  R12: 'Branch sold to another bank',
  R13: 'Invalid routing number',
  R14: 'Representative payee deceased',
  R15: 'Account holder deceased',
  R16: 'Account frozen',
  R17: 'File record edit criteria',
  R20: 'Not a transaction account',
  R22: 'Invalid individual ID number',
  R21: 'Invalid company ID',
  R23: 'Credit refused by the receiver',
  R24: 'Duplicate entry',
  R29: 'Corporate customer says it is not authorized',
  R30: 'Not a participating bank',
  R31: 'Permissible return',
  R33: 'Return of a cross-border entry',
  R34: 'Limited participation of the bank',
  R61: 'Misrouted return',
  R67: 'Duplicate return',
  R68: 'Untimely return',
  R69: 'Field errors',
}

/** `bookedOn`: the effective date of its batch, else the date of the file. */
type Entry = { line: number; text: string; bookedOn: IsoDate; isOwn: boolean; bankAccount: string }

/**
 * Reads returned entries and notifications of change from a file in the format of the Nacha Operating Rules. Throws `validation` for a file
 * that is not whole: its counts, totals and hashes have to agree.
 */
export function readNachaReturns(content: string, own: OwnAccount): BankLine[] {
  const records = nachaRecords(content)
  const lines: BankLine[] = []
  const totals = { entries: 0, hash: 0n, creditMinor: 0n, debitMinor: 0n }
  let entry: Entry | null = null
  const fileDate = dateOf(records[0]?.slice(23, 29) ?? '')
  let bookedOn = fileDate
  let isClosed = false
  /** A bank may put the returns of several companies into one file. */
  let isOwn = true
  for (const [index, text] of records.entries()) {
    if (text.startsWith('9')) {
      if (!isClosed) requireTotals(text, totals)
      isClosed = true
    } else if (isClosed) throw unreadable('This NACHA file has records after its end.')
    else if (text.startsWith('5')) {
      bookedOn = dateOf(text.slice(69, 75)) ?? fileDate
      isOwn = own.companyId === undefined || text.slice(40, 50).trim() === own.companyId.trim()
    } else if (text.startsWith('6')) {
      if (bookedOn === null) throw unreadable('This NACHA file has no date.')
      entry = { line: index + 1, text, bookedOn, isOwn, bankAccount: accountId(own) }
      addEntry(totals, text)
    } else if (text.startsWith('7')) {
      totals.entries += 1
      const read = entry === null ? null : lineOf(entry, text)
      if (read !== null) lines.push(read)
    }
  }
  if (!isClosed) throw unreadable('This NACHA file is incomplete: its last record is missing.')
  return lines
}

type Totals = { entries: number; hash: bigint; creditMinor: bigint; debitMinor: bigint }

function addEntry(totals: Totals, text: string): void {
  const amountMinor = amountOf(text)
  totals.entries += 1
  totals.hash += BigInt(text.slice(3, 11).replaceAll(/\D/g, '') || '0')
  if (['21', '22', '31', '32'].includes(text.slice(1, 3))) totals.creditMinor += amountMinor
  else totals.debitMinor += amountMinor
}

const amountOf = (entry: string) => BigInt(entry.slice(29, 39).replaceAll(/\D/g, '') || '0')

function requireTotals(control: string, { entries, hash, creditMinor, debitMinor }: Totals): void {
  const said = (from: number, to: number) => numberIn(control.slice(from, to))
  const agrees =
    said(13, 21) === BigInt(entries) &&
    said(21, 31) === hash % 10_000_000_000n &&
    said(31, 43) === debitMinor &&
    said(43, 55) === creditMinor
  if (!agrees) throw unreadable('This NACHA file is incomplete: its totals do not match its entries.')
}

/** A number of a control record; null for anything else, which agrees with no total. */
const numberIn = (text: string) => (/^\d+$/.test(text) ? BigInt(text) : null)

/** `260317`; null for blanks. */
const dateOf = (text: string) => asIsoDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)

/** How the bank knows a return or a notice: its own trace number, the original trace number, and the bank that sent it. */
const tracesOf = (text: string, addenda: string): string =>
  [text.slice(79, 94), addenda.slice(6, 21), addenda.slice(27, 35)].map(each => each.trim()).join(' ')

/** What a return moved. */
function movementOf(
  { text, bookedOn, bankAccount }: Entry,
  addenda: string,
  reference: string,
): Movement | undefined {
  const amountMinor = amountOf(text)
  if (amountMinor === 0n) return undefined
  return {
    bookedOn,
    isCredit: true,
    isReversal: false,
    amountMinor,
    entry: {
      bankAccount,
      statement: 0,
      isCredit: true,
      amountMinor,
      reference: tracesOf(text, addenda),
      parts: 1,
    },
    partPosition: 1,
    partReference: reference === '' ? null : reference,
    endToEndId: reference === '' ? null : reference,
    counterparty: text.slice(54, 76).trim() || null,
    isReturn: true,
    isNamedByText: false,
    problem: disputed(addenda.slice(3, 6)),
  }
}

/** Dishonored returns are questioned by the bank that got them, contested ones by the bank that made them. Neither is booked by itself. */
function disputed(code: string): string | null {
  if (/^R6[1-9]$/.test(code)) return 'A return was dishonored. Ask the bank which payments it concerns.'
  return /^R7[0-7]$/.test(code) ? 'A dishonored return was contested. Ask the bank what it has booked.' : null
}

/** The receiving account and the trace number of the original entry. The entry itself names our bank, to which it comes back. */
const originalOf = (text: string, addenda: string): NamedEntry => ({
  accounts: [{ bank: addenda.slice(27, 35).trim(), number: text.slice(12, 29).trim() }],
  originalTrace: addenda.slice(6, 21).trim(),
})

function lineOf(entry: Entry, addenda: string): BankLine | null {
  const { line, text } = entry
  const type = addenda.slice(1, 3)
  const code = addenda.slice(3, 6)
  const reference = text.slice(39, 54).trim()
  const names = /^GRANT-\d+$/.test(reference) ? { reference } : null
  if (type !== '98' && type !== '99') return null
  if (!entry.isOwn)
    return { line, effect: 'none', names: null, amountMinor: null, detail: 'Of another company' }
  if (type === '99') {
    const movement = movementOf(entry, addenda, reference)
    return {
      line,
      effect: movement === undefined ? 'none' : 'returned',
      names,
      amountMinor: amountOf(text),
      detail: `${code} ${returnReasons[code] ?? 'Returned'}`,
      reasonCode: code,
      ...originalOf(text, addenda),
      ...(movement === undefined ? {} : { movement }),
    }
  }
  const notice: ChangeNotice = {
    code: code.trim() || '?',
    reference: reference || null,
    traces: tracesOf(text, addenda),
    ...readChange(code.trim() || '?', addenda.slice(35, 64)),
  }
  return {
    line,
    effect: 'change',
    names,
    amountMinor: null,
    detail: notice.text,
    notice,
    ...originalOf(text, addenda),
  }
}
