import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { toDecimal } from '../../../../domain/money.ts'
import { type Bai2Record, bai2Records } from './bai2-records.ts'
import { amountOf, namesOf, returnCodes, sideOf, withoutFunds } from './bai2-values.ts'
import {
  accountId,
  type BankFile,
  type BankLine,
  maxLines,
  type OwnAccount,
  type StatementFacts,
} from './bank-line.ts'
import type { NamedAccount } from './named-account.ts'
import { findOwner, type Owner } from './own-accounts.ts'
import { identifyingReference } from './references.ts'
import { movedLine } from './text-line.ts'
import { unreadable } from './unreadable.ts'
import { tooManyLines } from './xml-limits.ts'

/** The sum of the amounts of an account, of the accounts of a group, or of the groups of a file; and its records. */
type Totals = { sumMinor: bigint; records: number; parts: number }
const noTotals = (): Totals => ({ sumMinor: 0n, records: 0, parts: 0 })

type Group = { bank: string; asOf: IsoDate; currency: string; isFinal: boolean }
type Account = {
  owner: Owner
  statement: number
  from: number
  balances: Map<string, bigint>
  entries: number
}

type State = {
  own: OwnAccount
  lines: BankLine[]
  statements: StatementFacts[]
  file: Totals
  group: (Group & { totals: Totals }) | null
  account: (Account & { totals: Totals }) | null
  isOpen: boolean
  hasOwn: boolean
}

/**
 * Reads the statements of the sponsor's accounts from a file in the format BAI2 (Cash Management Balance Reporting Specifications, version 2).
 * Accounts of others and groups within the day are named and left out. Throws `validation` for a file whose totals do not agree, for a
 * group that is no update, and where none of its accounts is ours.
 */
export function readBai2(content: string, own: OwnAccount): BankFile {
  const state: State = {
    own,
    lines: [],
    statements: [],
    file: noTotals(),
    group: null,
    account: null,
    isOpen: true,
    hasOwn: false,
  }
  for (const record of bai2Records(content)) {
    if (!state.isOpen) throw unreadable('This BAI2 file has records after its end.')
    readRecord(record, state)
    if (state.lines.length > maxLines) throw unreadable(tooManyLines(maxLines))
  }
  if (state.isOpen) throw unreadable('This BAI2 file is incomplete: its last record is missing.')
  if (!state.hasOwn) throw unreadable('This statement is not for an account of ours.')
  return { format: 'bai2', lines: state.lines, statements: state.statements }
}

function readRecord(record: Bai2Record, state: State): void {
  state.file.records += record.lines
  for (const { totals } of [state.group, state.account].filter(each => each !== null))
    totals.records += record.lines
  switch (record.code) {
    case '01':
      return
    case '02':
      state.group = { ...groupOf(record), totals: { ...noTotals(), records: record.lines } }
      return
    case '03':
      state.account = startAccount(record, state)
      return
    case '16':
      addEntry(record, state)
      return
    case '49':
      endAccount(record, state)
      return
    case '98':
      requireTotals(record, state.group?.totals, 'group')
      state.file.sumMinor += state.group?.totals.sumMinor ?? 0n
      state.file.parts += 1
      state.group = null
      return
    case '99':
      requireTotals(record, state.file, 'file')
      state.isOpen = false
      return
    default:
      throw unreadable(
        `This BAI2 file has a record of the type “${record.code.slice(0, 10)}”, which is not known.`,
      )
  }
}

function groupOf({ fields }: Bai2Record): Group {
  const [, , bank = '', status, on = '', , currency = '', modifier] = fields
  if (status !== '1' && status !== '3')
    throw unreadable('This BAI2 file deletes or tests a report. Ask the bank for the report itself.')
  const asOf = asIsoDate(`20${on.slice(0, 2)}-${on.slice(2, 4)}-${on.slice(4, 6)}`)
  if (asOf === null || on.length !== 6) throw unreadable('A group of this BAI2 file has no date.')
  return { bank, asOf, currency, isFinal: modifier !== '1' && modifier !== '3' }
}

function startAccount({ fields, lines }: Bai2Record, state: State): NonNullable<State['account']> {
  const { group, own } = state
  if (!group) throw unreadable('An account of this BAI2 file is in no group.')
  const [, number = '', currency = '', ...summaries] = fields
  const said = currency || group.currency || own.currency
  const owner = findOwner(namedAccount(number, group), own)
  const totals = { ...noTotals(), records: lines }
  const balances = readSummaries(summaries, totals)
  const account = {
    owner,
    statement: state.statements.length,
    from: state.lines.length + 1,
    balances,
    entries: 0,
  }
  if (owner.is === 'other' || !group.isFinal) {
    state.lines.push(leftOut(account.from, number, owner.is === 'other'))
    if (owner.is !== 'other') state.hasOwn = true
    return { ...account, owner: { is: 'other' }, totals }
  }
  if (said !== own.currency) throw unreadable(`This statement is in ${said.slice(0, 10)}.`)
  state.hasOwn = true
  if (owner.is === 'unclear') state.lines.push(accountQuestion(account.from, owner.own))
  return { ...account, totals }
}

/** A bank is named by its routing number, or by anything else, which says nothing about the account. */
const namedAccount = (number: string, { bank }: Group): NamedAccount => ({
  bank: /^\d{6}$|^\d{9}$/.test(bank.trim()) ? bank.trim() : null,
  number: number.trim(),
})

/** Type code, amount, number of items, funds type, and again. Amounts count towards the total of the account. */
function readSummaries(fields: readonly string[], totals: Totals): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  const left = [...fields]
  while (left.length > 0) {
    const [code = '', amount = '', , ...after] = left
    const amountMinor = amount === '' ? null : amountOf(amount)
    if (code !== '' && amountMinor !== null) balances.set(code, amountMinor)
    totals.sumMinor += amountMinor ?? 0n
    left.splice(0, left.length, ...withoutFunds(after))
  }
  return balances
}

function addEntry({ fields }: Bai2Record, state: State): void {
  const { account, group } = state
  if (!account || !group) throw unreadable('An entry of this BAI2 file is in no account.')
  const [, code = '', amount = '', ...after] = fields
  const amountMinor = amount === '' ? 0n : amountOf(amount)
  account.totals.sumMinor += amountMinor
  account.entries += 1
  if (account.owner.is === 'other') return
  const side = sideOf(code)
  const line = state.lines.length + 1
  const [bankReference = '', customerReference = '', ...text] = withoutFunds(after)
  const detail = `${code} ${text.join(',').trim()}`.trim()
  const dependsOn = account.owner.is === 'unclear' ? { dependsOn: account.from } : {}
  if (side === 'none' || amountMinor === 0n) {
    state.lines.push({ line, effect: 'none', names: null, amountMinor, detail, ...dependsOn })
    return
  }
  if (amountMinor < 0n) throw unreadable(`Entry ${account.entries} has a negative amount.`)
  const read = movedLine({
    line,
    bankAccount: accountId(account.owner.own),
    statement: account.statement,
    bookedOn: group.asOf,
    isCredit: side === 'credit',
    amountMinor,
    reference: identifyingReference(null, bankReference),
    endToEndId: customerReference.trim() || null,
    detail,
    counterparty: null,
    isReturn: returnCodes.has(code),
    ...namesOf({ code, customerReference, text: detail }),
  })
  state.lines.push({ ...read, ...dependsOn })
}

/** Checks the totals of an account, and that its opening balance and its entries make its closing balance. */
function endAccount(record: Bai2Record, state: State): void {
  const { account, group } = state
  requireTotals(record, account?.totals, 'account')
  if (!account || !group) return
  if (group.totals) {
    group.totals.sumMinor += account.totals.sumMinor
    group.totals.parts += 1
  }
  state.account = null
  if (account.owner.is === 'other') return
  const opening = account.balances.get('010') ?? null
  const closing = account.balances.get('015') ?? null
  const movedMinor = state.lines
    .slice(account.from - 1)
    .reduce((sum, { movement }) => sum + signed(movement), 0n)
  if (opening !== null && closing !== null && opening + movedMinor !== closing)
    throw unreadable(
      `This statement is incomplete: ${toDecimal(opening)} and its entries make ${toDecimal(opening + movedMinor)}, but it closes with ${toDecimal(closing)}.`,
    )
  state.statements.push({
    bankAccount: accountId(account.owner.own),
    reference: null,
    opensOn: group.asOf,
    closedOn: group.asOf,
    openingMinor: opening,
    closingMinor: closing,
    dependsOn: account.owner.is === 'unclear' ? account.from : null,
  })
}

const signed = (movement: BankLine['movement']) =>
  movement === undefined ? 0n : movement.isCredit ? movement.amountMinor : -movement.amountMinor

/** A trailer has the sum, in those of groups and files the number of parts, and the number of records. */
function requireTotals({ code, fields }: Bai2Record, totals: Totals | undefined, name: string): void {
  const numbers = fields
    .slice(1)
    .map(each => (/^[+-]?\d{1,18}$/.test(each.trim()) ? BigInt(each.trim().replace('+', '')) : null))
  const said = code === '49' ? [numbers[0], null, numbers[1]] : numbers
  const agrees =
    totals !== undefined &&
    said[0] === totals.sumMinor &&
    (code === '49' || said[1] === BigInt(totals.parts)) &&
    said[2] === BigInt(totals.records)
  if (!agrees)
    throw unreadable(
      `This BAI2 file is incomplete: the totals of ${name === 'account' ? 'an' : 'its'} ${name} do not match its records.`,
    )
}

const leftOut = (line: number, number: string, isOther: boolean): BankLine => ({
  line,
  effect: 'none',
  names: null,
  amountMinor: null,
  detail: isOther
    ? `A statement of another account, ending in ${number.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4)}. It was left out.`
    : 'A report within the day, which was left out. The report of the next day has its entries.',
})

const accountQuestion = (line: number, { bankCode }: OwnAccount): BankLine => ({
  line,
  effect: 'none',
  names: null,
  amountMinor: null,
  detail: `This statement has the number of our account, but does not name its bank. Compare it with our account at ${bankCode}.`,
  question: 'It is our account',
})
