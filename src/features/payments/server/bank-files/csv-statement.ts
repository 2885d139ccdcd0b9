import { CsvError, parse } from 'csv-parse/sync'
import type { CsvColumns } from '../../../../clients/client.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import {
  accountId,
  type BankFile,
  type BankLine,
  maxLines,
  type OwnAccount,
  type StatementAccount,
} from './bank-line.ts'
import { readCsvAmount, readCsvDate } from './csv-values.ts'
import { givenReference, referencesMentioned, runMentioned } from './references.ts'
import { movedLine } from './text-line.ts'
import { unreadable } from './unreadable.ts'
import { tooManyLines } from './xml-limits.ts'

/** Banks write the account and the range above the headings. */
const maxPreamble = 30

/** Where each value of an entry stands; null for a column that the bank does not write. */
type Places = {
  [Name in 'date' | 'signed' | 'credit' | 'debit' | 'text' | 'reference' | 'counterparty' | 'balance']:
    | number
    | null
}

type Row = {
  number: number
  bookedOn: IsoDate
  signedMinor: bigint
  balanceMinor: bigint | null
  cells: readonly string[]
}

const namesOf = ({ amount, ...columns }: CsvColumns): Record<keyof Places, string | null> => ({
  date: columns.date,
  text: columns.text,
  reference: columns.reference,
  counterparty: columns.counterparty,
  balance: columns.balance,
  signed: 'signed' in amount ? amount.signed : null,
  credit: 'signed' in amount ? null : amount.credit,
  debit: 'signed' in amount ? null : amount.debit,
})

const bare = (cell: string | undefined) => (cell ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/**
 * Reads a statement of comma-separated values by the columns of the account whose headings it has. Such a file names no account, so that a
 * person confirms whose it is. Throws `validation` where no account of ours, or more than one, has these columns, for a row that cannot
 * be read, and where the balances do not add up.
 */
export function readCsvStatement(content: string, own: OwnAccount): BankFile {
  const records = recordsOf(content)
  const found = [own, ...own.others].flatMap(account => {
    const header = account.csv === null ? null : findHeader(records, account.csv)
    return header === null ? [] : [{ account, ...header }]
  })
  const [only, ...others] = found
  if (only === undefined)
    throw unreadable('This file has not the columns that are set up for a bank account of ours.')
  if (others.length > 0)
    throw unreadable(
      'Several accounts of ours have these columns, so that no one can tell whose statement it is.',
    )
  const rows = inOrder(rowsOf(records, only, own.currency))
  if (rows.length > maxLines) throw unreadable(tooManyLines(maxLines))
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) throw unreadable('The file has no lines.')
  return {
    format: 'csv',
    lines: [accountQuestion(only.account), ...rows.map((row, index) => lineOf(row, index + 2, only))],
    statements: [
      {
        bankAccount: accountId(only.account),
        reference: null,
        opensOn: first.bookedOn,
        closedOn: last.bookedOn,
        openingMinor: first.balanceMinor === null ? null : first.balanceMinor - first.signedMinor,
        closingMinor: last.balanceMinor,
        dependsOn: 1,
      },
    ],
  }
}

/** A row with values, and its number in the file from 1. */
type Numbered = { number: number; cells: string[] }

function recordsOf(content: string): Numbered[] {
  const [start = ''] = content.split(/\r?\n/, 1)
  const text = /^sep=/i.test(start) ? content.slice(start.length).replace(/^\r?\n/, '') : content
  const head = text.slice(0, 5000)
  const delimiter = ['\t', ';', ','].reduce((best, each) =>
    head.split(each).length > head.split(best).length ? each : best,
  )
  const records: Numbered[] = []
  let number = 0
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      // Empty rows do not count, so that none below them is left out, and are not kept.
      on_record: (cells: string[]) => {
        number += 1
        if (cells.some(cell => cell.trim() !== '')) records.push({ number, cells })
        if (records.length > maxLines + maxPreamble) throw unreadable(tooManyLines(maxLines))
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('The file has quotation marks that do not match.')
    throw error
  }
  return records
}

/** `number`: the row of the headings. `width`: how many columns they have. */
type Header = { places: Places; number: number; width: number }
type Found = Header & { account: StatementAccount }

function findHeader(records: readonly Numbered[], columns: CsvColumns): Header | null {
  const names = namesOf(columns)
  for (const { number, cells } of records.slice(0, maxPreamble)) {
    const headings = cells.map(bare)
    const placeOf = (name: string | null) => (name === null ? null : headings.indexOf(bare(name)))
    const places: Places = {
      date: placeOf(names.date),
      signed: placeOf(names.signed),
      credit: placeOf(names.credit),
      debit: placeOf(names.debit),
      text: placeOf(names.text),
      reference: placeOf(names.reference),
      counterparty: placeOf(names.counterparty),
      balance: placeOf(names.balance),
    }
    if (Object.values(places).includes(-1)) continue
    requireOnce(headings, Object.values(namesOf(columns)))
    return { places, number, width: cells.length }
  }
  return null
}

/** Throws `validation` where two columns have the heading of one that is read. */
function requireOnce(headings: readonly string[], names: readonly (string | null)[]): void {
  const twice = names.find(
    name => name !== null && headings.indexOf(bare(name)) !== headings.lastIndexOf(bare(name)),
  )
  if (twice) throw unreadable(`Two columns of this file have the heading “${twice}”.`)
}

const cellAt = (cells: readonly string[], place: number | null) =>
  place === null ? '' : (cells[place] ?? '').trim()

function rowsOf(
  records: readonly Numbered[],
  { places, number: headings, width, account: { csv } }: Found,
  currency: Currency,
): Row[] {
  const rows: Row[] = []
  for (const { number, cells } of records) {
    if (number <= headings) continue
    // An amount such as 1,234.50 without quotation marks is two values, and the first is another amount.
    if (cells.slice(width).some(cell => cell.trim() !== ''))
      throw unreadable(`Line ${number} has ${cells.length} values, but there are ${width} headings.`)
    const bookedOn = readCsvDate(cellAt(cells, places.date), csv?.dateOrder ?? 'ymd')
    if (bookedOn === null)
      throw unreadable(
        `Line ${number} has a date that cannot be read: “${cellAt(cells, places.date).slice(0, 40)}”.`,
      )
    const amountIn = (place: number | null) => readAmount(cellAt(cells, place), { line: number, currency })
    const signed =
      places.signed === null
        ? signedOf(amountIn(places.credit), amountIn(places.debit))
        : amountIn(places.signed)
    if (signed === null) throw unreadable(`Line ${number} has no amount.`)
    rows.push({ number, bookedOn, signedMinor: signed, balanceMinor: amountIn(places.balance), cells })
  }
  return rows
}

/** Some banks write debits with a minus in their own column. */
function signedOf(credit: bigint | null, debit: bigint | null): bigint | null {
  if (credit === null && debit === null) return null
  const out = debit ?? 0n
  return (credit ?? 0n) - (out < 0n ? -out : out)
}

function readAmount(text: string, { line, currency }: { line: number; currency: Currency }): bigint | null {
  const amountMinor = text === '' ? null : readCsvAmount(text, currency)
  if (amountMinor === 'unreadable')
    throw unreadable(`Line ${line} has an amount that cannot be read: “${text.slice(0, 40)}”.`)
  return amountMinor
}

/** The rows from the earliest on. The balances decide, then the days. Throws `validation` where balances do not add up. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const reversed = rows.toReversed()
  if (rows.every(({ balanceMinor }) => balanceMinor !== null)) {
    const joined = [rows, reversed].find(each =>
      each.every(
        (row, index) =>
          index === 0 || row.balanceMinor === (each[index - 1]?.balanceMinor ?? 0n) + row.signedMinor,
      ),
    )
    if (!joined) throw unreadable('This statement is incomplete: its balances and its lines do not add up.')
    return joined
  }
  const without = (row: Row): Row => ({ ...row, balanceMinor: null })
  const isDescending = (rows[0]?.bookedOn ?? '') > (rows.at(-1)?.bookedOn ?? '')
  return (isDescending ? reversed : rows).map(without)
}

/**
 * The balance after an entry identifies it where the bank gives no reference. A text names payments; a column of a bank's own references
 * does not.
 */
function lineOf(row: Row, line: number, { account, places }: Found): BankLine {
  const text = cellAt(row.cells, places.text)
  const given = givenReference(cellAt(row.cells, places.reference))
  const [mentioned, ...others] = referencesMentioned(text)
  const run = runMentioned(text)
  const ofText = run === null ? null : { runNumber: run }
  const detail = text || `Line ${row.number}`
  if (row.signedMinor === 0n)
    return { line, effect: 'none', names: null, amountMinor: 0n, detail, dependsOn: 1 }
  const read = movedLine({
    line,
    bankAccount: accountId(account),
    statement: 0,
    bookedOn: row.bookedOn,
    isCredit: row.signedMinor > 0n,
    amountMinor: row.signedMinor > 0n ? row.signedMinor : -row.signedMinor,
    reference: given ?? (row.balanceMinor === null ? null : `Balance ${row.balanceMinor}`),
    endToEndId: null,
    detail,
    counterparty: cellAt(row.cells, places.counterparty) || null,
    isReturn: false,
    names: mentioned === undefined ? ofText : others.length === 0 ? { reference: mentioned } : null,
    isNamedByText: true,
  })
  return { ...read, dependsOn: 1 }
}

const accountQuestion = ({ bankCode, accountNumber }: StatementAccount): BankLine => ({
  line: 1,
  effect: 'none',
  names: null,
  amountMinor: null,
  detail: `This file does not name its account. By its columns it is of our account at ${bankCode} that ends in ${accountNumber.slice(-4)}.`,
  question: 'It is this account',
})
