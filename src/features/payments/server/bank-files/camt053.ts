import type { Currency } from '../../../../domain/money.ts'
import { type BankLine, unreadable } from './bank-line.ts'
import { all, amountAt, at, readXml, textAt } from './read-xml.ts'

/** The sponsor's own account, so that the statement of another one is refused. */
export type OwnAccount = { accountNumber: string; currency: Currency }

const references = /GRANT-\d+/
const runs = /\bRUN[- ](\d+)\b/

/**
 * Reads the booked entries of an ISO 20022 statement (camt.053) that name a payment, a cheque or a run: debits are payments that left the
 * account, credits came back. Throws `validation` for another account or currency.
 */
export function readCamt053(content: string, own: OwnAccount): BankLine[] {
  const statements = all(readXml(content), 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw unreadable('This is not a statement (camt.053).')
  const lines: BankLine[] = []
  for (const statement of statements) {
    requireOwn(statement, own)
    for (const entry of all(statement, 'Ntry')) {
      const details = all(entry, 'NtryDtls').flatMap(each => all(each, 'TxDtls'))
      for (const each of details.length === 0 ? [null] : details)
        lines.push(
          lineOf(
            lines.length + 1,
            entry,
            details.length > 1 ? { details: each, isOne: false } : { details: each, isOne: true },
            own,
          ),
        )
    }
  }
  return lines
}

function requireOwn(statement: unknown, { accountNumber, currency }: OwnAccount): void {
  const named = textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''
  if (!named.endsWith(accountNumber))
    throw unreadable('This statement is not for the account from which grants are paid.')
  const said = textAt(statement, 'Acct', 'Ccy')
  if (said !== null && said !== currency) throw unreadable(`This statement is in ${said}.`)
}

type Details = { details: unknown; isOne: boolean }

function lineOf(
  line: number,
  entry: unknown,
  { details, isOne }: Details,
  { currency }: OwnAccount,
): BankLine {
  const amount =
    amountAt(details, 'Amt') ??
    amountAt(details, 'AmtDtls', 'TxAmt', 'Amt') ??
    (isOne ? amountAt(entry, 'Amt') : null)
  if (amount !== null && amount.currency !== currency)
    throw unreadable(`Entry ${line} is in ${amount.currency || 'no currency'}.`)
  const isBooked = (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'
  const isCredit = (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT'
  const reason = [
    textAt(details, 'RtrInf', 'Rsn', 'Cd'),
    ...all(details, 'RtrInf', 'AddtlInf').map(each => textAt(each)),
  ]
  const words = [
    ...reason,
    ...all(details, 'RmtInf', 'Ustrd').map(each => textAt(each)),
    textAt(entry, 'AddtlNtryInf'),
  ]
  const text = words.filter(each => each !== null && each !== '').join(' ')
  return {
    line,
    effect: isBooked ? (isCredit ? 'returned' : 'cleared') : 'none',
    names: namesOf(entry, details, text),
    amountMinor: amount?.amountMinor ?? null,
    detail: (isBooked ? text : 'Not booked yet').slice(0, 200) || (isCredit ? 'Credited' : 'Debited'),
  }
}

/** The subject of an entry: the reference that the file of the run carried, the number of a cheque, or the run as a whole. */
function namesOf(entry: unknown, details: unknown, text: string): BankLine['names'] {
  const endToEnd = textAt(details, 'Refs', 'EndToEndId')
  const reference = references.exec(endToEnd ?? '')?.[0] ?? references.exec(text)?.[0]
  if (reference !== undefined) return { reference }
  const cheque = textAt(details, 'Refs', 'ChqNb') ?? textAt(entry, 'ChqNb')
  if (cheque !== null && /^\d{1,18}$/.test(cheque)) return { chequeNumber: BigInt(cheque) }
  const batch =
    textAt(details, 'Refs', 'PmtInfId') ??
    textAt(details, 'Refs', 'MsgId') ??
    textAt(at(all(entry, 'NtryDtls')[0], 'Btch'), 'PmtInfId') ??
    text
  const run = runs.exec(batch ?? '')?.[1]
  return run === undefined ? null : { runNumber: Number(run) }
}
